<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>AboutSection</name>
    <message>
        <source>About</source>
        <translation>关于</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the facts about this program</source>
        <translation>复制本程序的信息</translation>
    </message>
    <message>
        <source>No font on this computer can show Chinese. Install one, such as Noto Sans CJK, and start again.</source>
        <translation>这台电脑上没有能显示中文的字体。请安装一款，例如 Noto Sans CJK，然后重新启动。</translation>
    </message>
</context>
<context>
    <name>ActionBar</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Branch from here</source>
        <translation>从这里分支</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>修改</translation>
    </message>
    <message>
        <source>Edit in a branch</source>
        <translation>在分支里修改</translation>
    </message>
    <message>
        <source>In tokens, which are pieces of words: what was sent for this answer, and how long it is</source>
        <translation>以 token（词的片段）计：为这个回答发送了多少，回答有多长</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Send as message</source>
        <translation>作为消息发送</translation>
    </message>
    <message>
        <source>Remove the note</source>
        <translation>移除笔记</translation>
    </message>
    <message>
        <source>Branch from here. With Shift: at once, without a question</source>
        <translation>从这里分支。按住 Shift：不询问，直接打开</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>New project</source>
        <translation>新建项目</translation>
    </message>
    <message>
        <source>Open in the whole window</source>
        <translation>在整个窗口中打开</translation>
    </message>
    <message>
        <source>Branch…</source>
        <translation>分支…</translation>
    </message>
    <message>
        <source>Branch at once, with the conversation</source>
        <translation>立即开分支，并带上对话</translation>
    </message>
    <message>
        <source>What this conversation is told</source>
        <translation>这个对话的设定</translation>
    </message>
    <message>
        <source>Bring the result back…</source>
        <translation>带回结果…</translation>
    </message>
    <message>
        <source>New empty branch below</source>
        <translation>在下方新建空分支</translation>
    </message>
    <message>
        <source>New empty branch beside</source>
        <translation>在旁边新建空分支</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Move to…</source>
        <translation>移动到…</translation>
    </message>
    <message>
        <source>Refer to…</source>
        <translation>引用…</translation>
    </message>
    <message>
        <source>Make it a project of its own</source>
        <translation>变成独立的项目</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>归档</translation>
    </message>
    <message>
        <source>Take out of the archive</source>
        <translation>取消归档</translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>Move only this one to the trash</source>
        <translation>只把这一个移到回收站</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>折叠</translation>
    </message>
    <message>
        <source>Unfold</source>
        <translation>展开</translation>
    </message>
    <message>
        <source>Arrange as a star</source>
        <translation>排成星形</translation>
    </message>
    <message>
        <source>Arrange as a mind map</source>
        <translation>排成思维导图</translation>
    </message>
    <message>
        <source>Tidy up</source>
        <translation>整理</translation>
    </message>
    <message>
        <source>Remove the example</source>
        <translation>移除示例</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>大纲</translation>
    </message>
    <message>
        <source>Show archived conversations</source>
        <translation>显示已归档的对话</translation>
    </message>
    <message>
        <source>Show all references</source>
        <translation>显示所有引用</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>地图</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Skills</source>
        <translation>技能</translation>
    </message>
    <message>
        <source>Insights</source>
        <translation>洞察</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Next area</source>
        <translation>下一个区域</translation>
    </message>
    <message>
        <source>Previous area</source>
        <translation>上一个区域</translation>
    </message>
    <message>
        <source>Back to the map</source>
        <translation>回到地图</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>菜单</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Add the example project</source>
        <translation>添加示例项目</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
</context>
<context>
    <name>AddressField</name>
    <message>
        <source>In any form, such as api.example.com or localhost:11434.</source>
        <translation>怎么写都可以，例如 api.example.com 或 localhost:11434。</translation>
    </message>
    <message>
        <source>Messages go to %1</source>
        <translation>消息将发送到 %1</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
</context>
<context>
    <name>Amounts</name>
    <message>
        <source>%code %number</source>
        <translation>%number %code</translation>
    </message>
    <message>
        <source>$</source>
        <comment>the usual currency of people who read this language</comment>
        <translation>¥</translation>
    </message>
</context>
<context>
    <name>AnswerStep</name>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>Start it</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>A real language model, but a very small one, on this computer. It answers in simple English and is often wrong. Good for trying things out, not for work.</source>
        <translation>一个真正的语言模型，但非常小，在这台电脑上运行。它用简单的英语回答，而且经常出错。适合试用，不适合工作。</translation>
    </message>
    <message>
        <source>Who should answer?</source>
        <translation>由谁来回答？</translation>
    </message>
    <message>
        <source>You can change this at any time in Settings.</source>
        <translation>以后随时可以在“设置”里更改。</translation>
    </message>
    <message>
        <source>The practice assistant</source>
        <translation>练习助手</translation>
    </message>
    <message>
        <source>Not an AI. It needs no network and no key, and shows what this program can do.</source>
        <translation>它不是 AI。不需要网络，也不需要密钥，用来展示这个程序能做什么。</translation>
    </message>
    <message>
        <source>Start with it</source>
        <translation>从它开始</translation>
    </message>
    <message>
        <source>Tiny local model</source>
        <translation>微型本地模型</translation>
    </message>
    <message>
        <source>A service that I have a key for</source>
        <translation>我有密钥的服务</translation>
    </message>
    <message>
        <source>OpenAI, Anthropic, Gemini, DeepSeek, Kimi and others, or any address of your own.</source>
        <translation>OpenAI、Anthropic、Gemini、DeepSeek、Kimi 等，或你自己的任意地址。</translation>
    </message>
    <message>
        <source>Choose a service</source>
        <translation>选择服务</translation>
    </message>
</context>
<context>
    <name>ArchivedBar</name>
    <message>
        <source>This conversation is archived. It can be read, not continued.</source>
        <translation>这个对话已归档，可以阅读，但不能继续。</translation>
    </message>
    <message>
        <source>Bring the result back</source>
        <translation>带回结果</translation>
    </message>
    <message>
        <source>Take out of the archive</source>
        <translation>取消归档</translation>
    </message>
</context>
<context>
    <name>AttachLines</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>What is said about attached files</source>
        <translation>关于所附文件的说明</translation>
    </message>
</context>
<context>
    <name>AttachWork</name>
    <message>
        <source>Attach text files</source>
        <translation>附上文本文件</translation>
    </message>
    <message>
        <source>“%1” is too long for a message (%2)</source>
        <translation>“%1”太长，一条消息放不下（%2）</translation>
    </message>
    <message>
        <source>“%1” does not go whole into what is left of this message (%2)</source>
        <translation>这条消息剩下的空间放不下整个“%1”（%2）</translation>
    </message>
    <message>
        <source>Attach the beginning</source>
        <translation>附上开头部分</translation>
    </message>
    <message>
        <source>There is no room left for “%1”; send the message first, or shorten it</source>
        <translation>这条消息里已经放不下“%1”；请先发送，或删短一些</translation>
    </message>
    <message>
        <source>There is room for “%1” now</source>
        <translation>现在放得下“%1”了</translation>
    </message>
    <message>
        <source>Attach it</source>
        <translation>附上</translation>
    </message>
    <message>
        <source>“%1” is no plain text, so it cannot be attached; copy what you need from it</source>
        <translation>“%1”不是纯文本，无法附上；请复制其中需要的内容</translation>
    </message>
    <message>
        <source>“%1” is empty</source>
        <translation>“%1”是空的</translation>
    </message>
    <message>
        <source>“%1” cannot be read; see whether it is still there and may be opened</source>
        <translation>无法读取“%1”；请看看它是否还在、是否允许打开</translation>
    </message>
    <message>
        <source>“%1” lies where nothing answers; copy it to this computer first</source>
        <translation>“%1”所在的位置没有响应；请先把它复制到这台电脑上</translation>
    </message>
    <message>
        <source>“%1” is a folder; attach the text files that are in it</source>
        <translation>“%1”是文件夹；请附上其中的文本文件</translation>
    </message>
    <message>
        <source>“%1” is a picture; only text files can be attached</source>
        <translation>“%1”是图片；只能附上文本文件</translation>
    </message>
</context>
<context>
    <name>BeginningLine</name>
    <message>
        <source>It began with a summary of a conversation that is no longer there</source>
        <translation>开头带上了一个已不存在的对话的摘要</translation>
    </message>
    <message>
        <source>It began with a summary of “%1”</source>
        <translation>开头带上了“%1”的摘要</translation>
    </message>
    <message>
        <source>The summary that this branch began with</source>
        <translation>这个分支开头带上的摘要</translation>
    </message>
    <message>
        <source>It is sent before the messages, and stays as it was when this branch was opened.</source>
        <translation>它在消息之前发送，内容始终是打开这个分支时的样子。</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the summary</source>
        <translation>复制摘要</translation>
    </message>
    <message>
        <source>Go to “%1”</source>
        <translation>前往“%1”</translation>
    </message>
    <message>
        <source>Nothing has been said here since. Ask something below.</source>
        <translation>之后这里还没有说过什么。请在下面提问。</translation>
    </message>
</context>
<context>
    <name>Braces</name>
    <message>
        <source>Only the instructions of a profile ask for values; {%1} is sent as it stands.</source>
        <translation>只有角色的指令会询问取值；{%1} 会原样发送。</translation>
    </message>
</context>
<context>
    <name>BranchCard</name>
    <message>
        <source>Opened a branch: %1</source>
        <translation>开了一个分支：%1</translation>
    </message>
    <message>
        <source>No longer there; look in the trash, or redo</source>
        <translation>已经不在了；可以到回收站里找，或者重做</translation>
    </message>
    <message>
        <source>Starts with this conversation</source>
        <translation>带着这个对话开始</translation>
    </message>
    <message>
        <source>Starts empty</source>
        <translation>从空白开始</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>去看看</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Bring messages along</source>
        <translation>把对话带过去</translation>
    </message>
</context>
<context>
    <name>BranchDialog</name>
    <message>
        <source>Branch from “%1”</source>
        <translation>从“%1”分支</translation>
    </message>
    <message>
        <source>Branch from “%1”, with the edited message</source>
        <translation>从“%1”分支，带上改过的消息</translation>
    </message>
    <message>
        <source>Branch from “%1”, at the chosen message</source>
        <translation>从“%1”分支，到所选消息为止</translation>
    </message>
    <message numerus="yes">
        <source>%n more of this kind.</source>
        <translation>
            <numerusform>此类还有 %Ln 项。</numerusform>
        </translation>
    </message>
    <message>
        <source>Even without any message this branch begins with about %1 tokens, and %3 reads %2. Choose another model.</source>
        <translation>即使不带任何消息，这个分支开头也约有 %1 个 token，而 %3 能读 %2 个。请换一个模型。</translation>
    </message>
    <message>
        <source>The instructions are too long: without any message the branch begins with about %1 tokens, and %3 reads %2. Shorten them, or choose another model.</source>
        <translation>指令太长：即使不带任何消息，分支开头也约有 %1 个 token，而 %3 能读 %2 个。请缩短指令，或换一个模型。</translation>
    </message>
    <message>
        <source>The opening message is too long: the branch begins with about %1 tokens, and %3 reads %2. Shorten it, or choose another model.</source>
        <translation>开场消息太长：分支开头约有 %1 个 token，而 %3 能读 %2 个。请缩短它，或换一个模型。</translation>
    </message>
    <message>
        <source>Still needed: %1</source>
        <translation>还需要：%1</translation>
    </message>
    <message>
        <source>Opening the branch…</source>
        <translation>正在打开分支…</translation>
    </message>
    <message>
        <source>%1 summarises the conversation…</source>
        <translation>%1 正在为这段对话生成摘要…</translation>
    </message>
    <message>
        <source>Use and open</source>
        <translation>使用并打开</translation>
    </message>
    <message>
        <source>The assistant gave the branch no name. Type one.</source>
        <translation>助手没有给这个分支起名。请输入一个名称。</translation>
    </message>
    <message>
        <source>The assistant asked for a profile “%1”, which is not there. Choose another one, or none.</source>
        <translation>助手要用角色“%1”，但没有这个角色。请另选一个，或者不用角色。</translation>
    </message>
    <message>
        <source>The assistant asked for the profile “%1”, which is archived. Choose another one, or none.</source>
        <translation>助手要用角色“%1”，但它已归档。请另选一个，或者不用角色。</translation>
    </message>
    <message>
        <source>The assistant gave too few values for the profile “%1”. Fill in the rest.</source>
        <translation>助手没有给全角色“%1”需要的值。请补上其余的。</translation>
    </message>
    <message>
        <source>The connection to %service was lost before the summary was whole, so no branch was opened. Try again.</source>
        <translation>摘要还没写完，与 %service 的连接就断开了，因此没有打开分支。请重试。</translation>
    </message>
    <message>
        <source>The summary broke off before its end, so no branch was opened. Try again.</source>
        <translation>摘要没写完就中断了，因此没有打开分支。请重试。</translation>
    </message>
    <message>
        <source>The summary of %service is longer than this program reads, so no branch was opened. Try again.</source>
        <translation>%service 写的摘要超出了本程序能读取的长度，因此没有打开分支。请重试。</translation>
    </message>
    <message>
        <source>The conversation is too long for %service to summarise. Take nothing along, or branch from an earlier message.</source>
        <translation>对话太长，%service 无法写出摘要。可以什么都不带，或从较早的消息处分支。</translation>
    </message>
</context>
<context>
    <name>BranchQuestionCard</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>暂不</translation>
    </message>
    <message>
        <source>The assistant would like to open a branch</source>
        <translation>助手想开一个分支</translation>
    </message>
    <message>
        <source>The assistant would like to open %1 branches</source>
        <translation>助手想开 %1 个分支</translation>
    </message>
    <message>
        <source>Starts with this conversation, which then goes to %1</source>
        <translation>带着这个对话开始，对话内容随后会发送给 %1</translation>
    </message>
    <message>
        <source>Starts with this conversation</source>
        <translation>带着这个对话开始</translation>
    </message>
    <message>
        <source>Starts with a summary of this conversation</source>
        <translation>从这个对话的摘要开始</translation>
    </message>
    <message>
        <source>Starts empty</source>
        <translation>从空白开始</translation>
    </message>
</context>
<context>
    <name>BranchSection</name>
    <message>
        <source>Branches</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>When the assistant wants to open a branch</source>
        <translation>助手想开分支时</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>直接打开</translation>
    </message>
    <message>
        <source>Ask me</source>
        <translation>先问我</translation>
    </message>
    <message>
        <source>Where new branches hang</source>
        <translation>新分支放在哪里</translation>
    </message>
    <message>
        <source>Under their source</source>
        <translation>在来源对话之下</translation>
    </message>
    <message>
        <source>Under the project</source>
        <translation>在项目之下</translation>
    </message>
    <message>
        <source>More than three at once always ask.</source>
        <translation>一次超过三个时，总会先问。</translation>
    </message>
    <message>
        <source>For new projects. What they start with is the same either way.</source>
        <translation>只影响新项目。无论哪种，分支开头的内容都一样。</translation>
    </message>
    <message>
        <source>Hold the assistant back from branching too often</source>
        <translation>不让助手过于频繁地开分支</translation>
    </message>
    <message>
        <source>You can always branch yourself.</source>
        <translation>你自己随时都可以开分支。</translation>
    </message>
    <message>
        <source>Answers before the first branch</source>
        <translation>第一个分支之前至少要有几次回答</translation>
    </message>
    <message>
        <source>Answers between two branches</source>
        <translation>两个分支之间至少要有几次回答</translation>
    </message>
    <message>
        <source>Tell the AI service the names of the project&apos;s other conversations</source>
        <translation>把项目中其他对话的名称告诉 AI 服务</translation>
    </message>
    <message>
        <source>It then knows what has a branch already. Only names are sent.</source>
        <translation>这样它就知道哪些话题已经有分支了。只发送名称。</translation>
    </message>
</context>
<context>
    <name>Bringing</name>
    <message>
        <source>The result of “%2” stands in “%1” as a note</source>
        <translation>“%2”的结果已作为笔记放入“%1”</translation>
    </message>
    <message>
        <source>The result of “%2” goes along with the next message in “%1”</source>
        <translation>“%2”的结果将随“%1”中的下一条消息一起发送</translation>
    </message>
    <message>
        <source>Taken back; “%1” knows nothing of it</source>
        <translation>已收回；“%1”不会读到它</translation>
    </message>
    <message>
        <source>“%1” has been told already; the result stays there</source>
        <translation>“%1”已经读到了，结果会留在那里</translation>
    </message>
</context>
<context>
    <name>CameFromLine</name>
    <message>
        <source>from “%1”</source>
        <translation>来自“%1”</translation>
    </message>
    <message>
        <source>Go to “%1”</source>
        <translation>前往“%1”</translation>
    </message>
    <message>
        <source>from “%1”, which is no longer there</source>
        <translation>来自“%1”（该对话已不存在）</translation>
    </message>
</context>
<context>
    <name>CardMaker</name>
    <message>
        <source>Opening a branch: %1</source>
        <translation>正在开分支：%1</translation>
    </message>
    <message>
        <source>Opening a branch…</source>
        <translation>正在开分支…</translation>
    </message>
    <message>
        <source>Held back, so that the conversation does not split too early or too often</source>
        <translation>已拦下，以免对话过早或过于频繁地分开</translation>
    </message>
    <message>
        <source>You chose not to open it</source>
        <translation>你选择了不打开</translation>
    </message>
    <message>
        <source>The answer was stopped before this was decided</source>
        <translation>还没有决定，回答就停止了</translation>
    </message>
    <message>
        <source>The program was closed before this was decided</source>
        <translation>还没有决定，程序就关闭了</translation>
    </message>
    <message>
        <source>The assistant asked for it in a way that could not be understood. Ask it once more, or open it yourself with Branch.</source>
        <translation>助手提出的请求无法理解。请让它再试一次，或者自己点“分支”打开。</translation>
    </message>
    <message>
        <source>a skill</source>
        <translation>一项技能</translation>
    </message>
    <message>
        <source>Using %1…</source>
        <translation>正在使用 %1…</translation>
    </message>
    <message>
        <source>Read the skill “%1”</source>
        <translation>读取了技能“%1”</translation>
    </message>
    <message>
        <source>Used %1</source>
        <translation>使用了 %1</translation>
    </message>
    <message>
        <source>The program was closed before %1 was done</source>
        <translation>%1 还没有完成，程序就关闭了</translation>
    </message>
    <message>
        <source>The answer was stopped before %1 was done</source>
        <translation>%1 还没有完成，回答就被停止了</translation>
    </message>
    <message>
        <source>%1 did not work</source>
        <translation>%1 没有成功</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Interrupted; what had arrived is kept</source>
        <translation>已中断；收到的内容都保留了</translation>
    </message>
    <message>
        <source>Interrupted before an answer came</source>
        <translation>在回答到来之前就中断了</translation>
    </message>
    <message>
        <source>Cut off at the model&apos;s limit</source>
        <translation>达到模型上限，到此为止</translation>
    </message>
    <message>
        <source>The service left out the beginning of this long conversation, without a word</source>
        <translation>这段对话很长，AI 服务未作说明就略去了开头部分</translation>
    </message>
    <message>
        <source>The assistant kept calling tools until it was stopped</source>
        <translation>助手不断调用工具，已被停止</translation>
    </message>
</context>
<context>
    <name>ChatBody</name>
    <message>
        <source>No conversation is open</source>
        <translation>没有打开的对话</translation>
    </message>
    <message>
        <source>Choose one on the map or in the outline.</source>
        <translation>在地图或大纲中选择一个。</translation>
    </message>
    <message>
        <source>Nothing here yet</source>
        <translation>这里还没有内容</translation>
    </message>
    <message>
        <source>Ask something below. When a subject splits, Branch opens a conversation of its own for it. Note keeps a thought, which goes along with your next message.</source>
        <translation>在下面提问吧。话题分岔时，“分支”会为它单独开一个对话。“笔记”记下想法，随下一条消息一起发送。</translation>
    </message>
    <message>
        <source>Opening the conversation…</source>
        <translation>正在打开对话…</translation>
    </message>
</context>
<context>
    <name>ChatHeader</name>
    <message>
        <source>Branched from %1</source>
        <translation>源自%1</translation>
    </message>
    <message>
        <source>%1 · this computer</source>
        <translation>%1 · 本机</translation>
    </message>
    <message>
        <source>Answers with %1</source>
        <translation>由 %1 回答</translation>
    </message>
    <message>
        <source>This model cannot open branches by itself. Use the Branch button.</source>
        <translation>这个模型不会自己开分支，请用“分支”按钮。</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>Open a branch of this conversation</source>
        <translation>从这个对话开一个分支</translation>
    </message>
    <message>
        <source>Open a branch of this conversation. With Shift, or Ctrl+Shift+B: at once, with all of it</source>
        <translation>从这个对话开一个分支。按住 Shift，或按 Ctrl+Shift+B：立即开，并带上全部内容</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Who answers here</source>
        <translation>这里由谁回答</translation>
    </message>
</context>
<context>
    <name>ChatMenu</name>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>What this conversation is told</source>
        <translation>这个对话的设定</translation>
    </message>
    <message>
        <source>What is sent?</source>
        <translation>会发送什么？</translation>
    </message>
    <message>
        <source>Refer to…</source>
        <translation>引用…</translation>
    </message>
    <message>
        <source>Bring the result back…</source>
        <translation>带回结果…</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>用量</translation>
    </message>
    <message>
        <source>Copy the conversation</source>
        <translation>复制整个对话</translation>
    </message>
    <message>
        <source>Whole window or back</source>
        <translation>占满窗口或还原</translation>
    </message>
    <message>
        <source>Take out of the archive</source>
        <translation>取消归档</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>归档</translation>
    </message>
</context>
<context>
    <name>ChatPanel</name>
    <message>
        <source>Address copied, not opened</source>
        <translation>地址已复制，没有打开</translation>
    </message>
    <message>
        <source>It is archived once this answer has ended</source>
        <translation>这条回答结束后就会归档</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>ComingAlong</name>
    <message>
        <source>The branch begins empty. This conversation stays as it is.</source>
        <translation>分支从空白开始。这个对话保持原样。</translation>
    </message>
    <message>
        <source>The summary that “%1” began with does not come along.</source>
        <translation>“%1”开头的摘要不会带过去。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>what comes along, and what does not</comment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>There is nothing here yet that could come along.</source>
        <translation>这里还没有可以带过去的内容。</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) come along as a summary, which %1 writes first.</source>
        <translation>
            <numerusform>把 %Ln 条消息写成摘要带过去，摘要由 %1 先写好。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) before the edited one come along%1. The new text waits in the branch.</source>
        <translation>
            <numerusform>带上改过的消息之前的 %Ln 条消息%1。新的文字在分支里等着。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) up to the chosen one come along%1. This conversation stays as it is.</source>
        <translation>
            <numerusform>带上到所选消息为止的 %Ln 条消息%1。这个对话保持原样。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) come along%1. This conversation stays as it is.</source>
        <translation>
            <numerusform>带上 %Ln 条消息%1。这个对话保持原样。</numerusform>
        </translation>
    </message>
    <message>
        <source>, about %1 tokens</source>
        <translation>，约 %1 个 token</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) would come along%1. With all the rest that makes about %2 tokens, and %4 reads %3.</source>
        <translation>
            <numerusform>会带上 %Ln 条消息%1。连同其余内容约 %2 个 token，而 %4 能读 %3 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>Take nothing along, or choose another model.</source>
        <translation>请什么都不带，或换一个模型。</translation>
    </message>
    <message>
        <source>Take a summary or nothing along, or choose another model.</source>
        <translation>请带摘要，或什么都不带，或换一个模型。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>what is too long, and what can help</comment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>Comes along</source>
        <translation>带过去的内容</translation>
    </message>
    <message>
        <source>This conversation</source>
        <translation>这个对话</translation>
    </message>
    <message>
        <source>A summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>什么都不带</translation>
    </message>
</context>
<context>
    <name>Compass</name>
    <message>
        <source>Back to the stars</source>
        <translation>回到星星那里</translation>
    </message>
</context>
<context>
    <name>ComposedView</name>
    <message>
        <source>No instructions at all: the model is told no more than what the program always adds, such as the conversation&apos;s name.</source>
        <translation>完全没有指令：除了程序总会附上的内容（例如对话的名称），不会告诉模型别的。</translation>
    </message>
    <message>
        <source>No instructions: nobody has written any here.</source>
        <translation>没有指令：还没有写过。</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>You are changing your last message</source>
        <translation>你正在修改上一条消息</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>You are changing a message that waits to be sent</source>
        <translation>正在修改一条等待发送的消息</translation>
    </message>
    <message>
        <source>You are changing a note</source>
        <translation>你正在修改一条笔记</translation>
    </message>
    <message>
        <source>This text is too long to type in (%1). It can be cut to what fits.</source>
        <translation>这段文字太长（%1），放不进来。可以只保留放得下的部分。</translation>
    </message>
    <message>
        <source>Paste the beginning</source>
        <translation>粘贴开头部分</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>An answer is still being written. What you typed stays here; send it when that has ended.</source>
        <translation>回答还在生成。你输入的内容会留在这里，等回答结束后再发送。</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>停止回答</translation>
    </message>
    <message>
        <source>Write a message or a note…</source>
        <translation>写条消息，或记个笔记…</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Attach</source>
        <translation>附上</translation>
    </message>
    <message>
        <source>Quote a text file in this message</source>
        <translation>在这条消息里引用一个文本文件</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Keep it here; it goes along with your next message</source>
        <translation>先记在这里，随下一条消息一起发送</translation>
    </message>
    <message>
        <source>Send again</source>
        <translation>重新发送</translation>
    </message>
    <message>
        <source>Keep the change</source>
        <translation>保存修改</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
</context>
<context>
    <name>Consents</name>
    <message>
        <source>Ask %1 without encryption?</source>
        <translation>要不加密地访问 %1 吗？</translation>
    </message>
    <message>
        <source>Everybody in the same network could read along: what you write, the answers, and the key. Say yes only in a network of your own. It holds for %1 and nothing else.</source>
        <translation>同一网络中的任何人都可能看到你写的内容、回答和密钥。请只在你自己的网络中同意。此项只对 %1 有效。</translation>
    </message>
    <message>
        <source>Ask it without encryption</source>
        <translation>不加密地访问</translation>
    </message>
    <message>
        <source>Fingerprint (SHA-256):
%1</source>
        <translation>指纹（SHA-256）：
%1</translation>
    </message>
    <message>
        <source>Accept it only if whoever runs the server has told you this same fingerprint in another way. Otherwise somebody in between could read everything. It holds for %1 and this certificate alone.</source>
        <translation>只有当服务器的管理者通过其他途径告诉你同样的指纹时，才可接受。否则中间可能有人能看到一切。此项只对 %1 和这份证书有效。</translation>
    </message>
    <message>
        <source>Accept the certificate of %1?</source>
        <translation>要接受 %1 的证书吗？</translation>
    </message>
    <message>
        <source>Accept this certificate</source>
        <translation>接受这份证书</translation>
    </message>
</context>
<context>
    <name>ContextMeter</name>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>Your next message would send about %1 of the %2 tokens that the model reads.</source>
        <translation>下一条消息将发送约 %1 个 token，模型最多可读 %2 个。</translation>
    </message>
    <message>
        <source>Everything is sent, as you chose, until it no longer fits.</source>
        <translation>按你的选择，全部内容都会发送，直到放不下为止。</translation>
    </message>
    <message>
        <source>The earlier part is summarised before it leaves.</source>
        <translation>发送前会先把较早的部分写成摘要。</translation>
    </message>
    <message>
        <source>From 80 % on the earlier part is summarised.</source>
        <translation>达到 80% 后，较早的部分会写成摘要。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1%2</translation>
    </message>
</context>
<context>
    <name>ContextSection</name>
    <message>
        <source>What it reads of other conversations</source>
        <translation>它从其他对话读取的内容</translation>
    </message>
    <message>
        <source>Refer to…</source>
        <translation>引用…</translation>
    </message>
    <message>
        <source>It refers to no other conversation. A reference lets it read another one&apos;s summary.</source>
        <translation>它没有引用其他对话。引用之后，它可以读取另一个对话的摘要。</translation>
    </message>
    <message>
        <source>Read their summaries</source>
        <translation>读取它们的摘要</translation>
    </message>
    <message>
        <source>Titles of the project&apos;s conversations</source>
        <translation>项目中各对话的标题</translation>
    </message>
    <message>
        <source>Go to “%1”</source>
        <translation>前往“%1”</translation>
    </message>
    <message>
        <source>Refer to “%1” no longer</source>
        <translation>不再引用“%1”</translation>
    </message>
    <message>
        <source>Allow…</source>
        <translation>允许…</translation>
    </message>
    <message>
        <source>not read: %1 has not seen it</source>
        <translation>未读取：%1 还没有见过它</translation>
    </message>
    <message>
        <source>no summary yet</source>
        <translation>还没有摘要</translation>
    </message>
    <message>
        <source>Their summaries go along with each message, to this conversation&apos;s AI service.</source>
        <translation>它们的摘要会随每条消息一起发送给这个对话的 AI 服务。</translation>
    </message>
    <message>
        <source>Off: nothing of them is sent.</source>
        <translation>已关闭：不会发送它们的任何内容。</translation>
    </message>
    <message>
        <source>Do not tell</source>
        <translation>不告知</translation>
    </message>
    <message>
        <source>As in Settings</source>
        <translation>同设置</translation>
    </message>
    <message>
        <source>Tell</source>
        <translation>告知</translation>
    </message>
    <message>
        <source>Its AI service is told the titles of the conversations of this project.</source>
        <translation>它的 AI 服务会知道这个项目中各对话的标题。</translation>
    </message>
    <message>
        <source>Its AI service is not told the titles of other conversations.</source>
        <translation>它的 AI 服务不会知道其他对话的标题。</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 等另外 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>This conversation answers with %1, which has not seen %2 yet. Their summaries would go there with each message.</source>
        <translation>这个对话由 %1 回答，它还没有见过%2。之后每条消息都会把它们的摘要发送到那里。</translation>
    </message>
    <message>
        <source>Send summaries to %1?</source>
        <translation>把摘要发送给 %1？</translation>
    </message>
    <message>
        <source>Send them</source>
        <translation>发送</translation>
    </message>
</context>
<context>
    <name>Copying</name>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>DataSection</name>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Everything you write stays in this folder. It is not encrypted; your system&apos;s disk encryption can do that. Keys are never written to it.</source>
        <translation>你写的一切都留在这个文件夹里。它没有加密，可以交给系统的磁盘加密。密钥从不写入其中。</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Show the data folder</source>
        <translation>打开数据文件夹</translation>
    </message>
    <message>
        <source>Data folder</source>
        <translation>数据文件夹</translation>
    </message>
</context>
<context>
    <name>DialogFoot</name>
    <message>
        <source>Open with “%1”</source>
        <translation>以“%1”打开</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Show what the branch will be told</source>
        <translation>显示分支会收到的内容</translation>
    </message>
    <message>
        <source>Enter the key…</source>
        <translation>输入密钥…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Open the branch</source>
        <translation>打开分支</translation>
    </message>
</context>
<context>
    <name>Dialogs</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>发生了什么</translation>
    </message>
    <message>
        <source>Technical details</source>
        <translation>技术细节</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>DigestPart</name>
    <message>
        <source>Go to the conversation</source>
        <translation>前往该对话</translation>
    </message>
    <message>
        <source>There is no summary yet. A summary tells other conversations, and the overview, what this one came to. This conversation itself never reads it.</source>
        <translation>还没有摘要。摘要告诉其他对话和综述，这个对话得出了什么。这个对话本身从不读取它。</translation>
    </message>
    <message>
        <source>Summarise now</source>
        <translation>现在生成摘要</translation>
    </message>
    <message>
        <source>Make it again</source>
        <translation>重新生成</translation>
    </message>
    <message>
        <source>Update anyway</source>
        <translation>仍然更新</translation>
    </message>
    <message>
        <source>Update now</source>
        <translation>现在更新</translation>
    </message>
    <message>
        <source>Summary of “%1”</source>
        <translation>“%1”的摘要</translation>
    </message>
    <message>
        <source>Nothing was said since.</source>
        <translation>此后没有新的内容。</translation>
    </message>
    <message>
        <source>The practice assistant is no AI: it only repeats your first and last words.</source>
        <translation>练习助手不是 AI：它只会重复你最初和最后的话。</translation>
    </message>
    <message>
        <source>Nothing was said since. It can be made from all messages again; what is there stays among the versions.</source>
        <translation>此后没有新的消息。可以用全部消息重新生成；现有的内容会留在版本记录中。</translation>
    </message>
    <message>
        <source>You wrote this. %1 would go on from your words; they stay among the versions.</source>
        <translation>这是你写的。%1 会在你的文字基础上续写；你的文字会保留在各版本中。</translation>
    </message>
    <message numerus="yes">
        <source>About %n request(s) to %1, which answers in this conversation.</source>
        <translation>
            <numerusform>向回答此对话的 %1 发送约 %Ln 次请求。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DropHint</name>
    <message numerus="yes">
        <source>Let go to quote %n file(s) in your message</source>
        <translation>
            <numerusform>松开即可把 %Ln 个文件引用到消息中</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EarlierDialog</name>
    <message>
        <source>Summary of the earlier part</source>
        <translation>较早部分的摘要</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>The model reads this in the place of the earlier messages, from your next message on. When the conversation has grown too long again, a new summary is built on it.</source>
        <translation>从你的下一条消息起，模型读到的是这段文字，而不是较早的消息。对话再次变得太长时，会在它的基础上写出新的摘要。</translation>
    </message>
</context>
<context>
    <name>EarlierLine</name>
    <message numerus="yes">
        <source>%n earlier message(s) are not sent any more</source>
        <translation>
            <numerusform>较早的 %Ln 条消息不再发送</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Earlier part summarised: %n message(s)</source>
        <translation>
            <numerusform>较早的部分已写成摘要：%Ln 条消息</numerusform>
        </translation>
    </message>
    <message>
        <source>Summary of the earlier part</source>
        <translation>较早部分的摘要</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Edit the summary of the earlier part</source>
        <translation>编辑较早部分的摘要</translation>
    </message>
    <message>
        <source>Summarise now</source>
        <translation>现在写摘要</translation>
    </message>
    <message>
        <source>Summarise the messages that are left out</source>
        <translation>为未发送的消息写摘要</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove the summary and send everything again</source>
        <translation>移除摘要，重新发送全部内容</translation>
    </message>
    <message>
        <source>Send everything again</source>
        <translation>重新发送全部内容</translation>
    </message>
    <message>
        <source>Send the messages that are left out again</source>
        <translation>重新发送被略去的消息</translation>
    </message>
    <message>
        <source>In your words.</source>
        <translation>由你撰写。</translation>
    </message>
    <message>
        <source>Written by the model.</source>
        <translation>由模型撰写。</translation>
    </message>
    <message>
        <source>It is sent in the place of the messages above, which stay here unchanged.</source>
        <translation>它代替上面的消息发送；那些消息原样保留在这里。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>Nobody here writes summaries.</source>
        <translation>这里没有可以写摘要的 AI 服务。</translation>
    </message>
    <message>
        <source>No summary could be made.</source>
        <translation>无法写出摘要。</translation>
    </message>
    <message>
        <source>The conversation fills what the model reads, and there is no summary: %1</source>
        <translation>对话已占满模型可读的内容，又没有摘要：%1</translation>
    </message>
</context>
<context>
    <name>EarlierWork</name>
    <message>
        <source>The earlier messages were left out, because no summary could be made. A line in the conversation shows where.</source>
        <translation>无法写出摘要，因此略去了较早的消息。对话中有一行标出了位置。</translation>
    </message>
    <message>
        <source>The summary of the earlier part was changed</source>
        <translation>较早部分的摘要已修改</translation>
    </message>
    <message>
        <source>Everything is sent again, as long as it fits</source>
        <translation>只要放得下，就重新发送全部内容</translation>
    </message>
    <message>
        <source>Summarising the earlier part…</source>
        <translation>正在为较早的部分写摘要…</translation>
    </message>
    <message>
        <source>The earlier part is summarised</source>
        <translation>较早的部分已写成摘要</translation>
    </message>
</context>
<context>
    <name>Edits</name>
    <message>
        <source>Changed “%1”</source>
        <translation>已修改“%1”</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>已保存</translation>
    </message>
    <message>
        <source>Saved under the old name</source>
        <translation>已用旧名称保存</translation>
    </message>
    <message>
        <source>Not saved yet</source>
        <translation>尚未保存</translation>
    </message>
</context>
<context>
    <name>EmptySky</name>
    <message>
        <source>Your map is empty</source>
        <translation>地图还是空的</translation>
    </message>
    <message>
        <source>A project is a conversation that can branch. Every branch becomes a star here, and you arrange the stars as you think.</source>
        <translation>项目就是一个可以分支的对话。每个分支在这里都是一颗星，你可以按自己的思路摆放它们。</translation>
    </message>
    <message>
        <source>New project</source>
        <translation>新建项目</translation>
    </message>
</context>
<context>
    <name>EndingStrip</name>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>分支</translation>
    </message>
</context>
<context>
    <name>ErrorCard</name>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>AI services</source>
        <translation>AI 服务</translation>
    </message>
    <message>
        <source>Allow…</source>
        <translation>允许…</translation>
    </message>
    <message>
        <source>Choose a service</source>
        <translation>选择服务</translation>
    </message>
    <message>
        <source>Enter the key</source>
        <translation>输入密钥</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>It may answer again in %1</source>
        <translation>%1后可能恢复应答</translation>
    </message>
    <message>
        <source>It may answer again now</source>
        <translation>现在可能已恢复应答</translation>
    </message>
</context>
<context>
    <name>Errors</name>
    <message>
        <source>Something did not work. Try again.</source>
        <translation>有一步没有成功。请再试一次。</translation>
    </message>
    <message>
        <source>There is no profile called “%profile”. Choose another one and try again.</source>
        <translation>没有名为“%profile”的角色。请换一个再试。</translation>
    </message>
    <message>
        <source>The profile needs a value for %names. Fill it in and try again.</source>
        <translation>这个角色需要填写 %names。填好后再试。</translation>
    </message>
    <message>
        <source>The assistant may not open a branch here yet. Use Branch to open one yourself.</source>
        <translation>助手暂时还不能在这里开分支。你可以用“分支”自己开一个。</translation>
    </message>
    <message>
        <source>This conversation is no longer there. Look in the trash, or undo.</source>
        <translation>这个对话已经不在了。到回收站里找找，或者撤销。</translation>
    </message>
    <message>
        <source>This conversation is archived. Take it out of the archive to go on with it.</source>
        <translation>这个对话已归档。取消归档后才能继续。</translation>
    </message>
    <message>
        <source>A conversation cannot hang under itself or under one of its own branches. Choose another place.</source>
        <translation>对话不能放在自己或自己的分支之下。请换一个位置。</translation>
    </message>
    <message>
        <source>A conversation refers neither to itself nor to what it hangs under or what hangs under it. Choose another one.</source>
        <translation>对话不能引用自己，也不能引用它所在的上级或它下面的对话。请另选一个。</translation>
    </message>
    <message>
        <source>The branch cannot be opened with these choices. Change them and try again.</source>
        <translation>按这些选项开不了分支。请改一改再试。</translation>
    </message>
    <message>
        <source>A name needs at least one letter or digit. Type one.</source>
        <translation>名称至少要有一个字。请输入一个。</translation>
    </message>
    <message>
        <source>This address cannot be used. Write it like https://example.com/v1.</source>
        <translation>这个地址用不了。请写成 https://example.com/v1 这样。</translation>
    </message>
    <message>
        <source>The key has a character that no service accepts. Copy it again, without spaces or line ends.</source>
        <translation>密钥里有服务不会接受的字符。请重新复制，不要带空格或换行。</translation>
    </message>
    <message>
        <source>%service is removed, but this computer&apos;s keyring gave no answer and may still have its key. Remove the entry “Stello Desktop” there.</source>
        <translation>%service 已移除，但这台电脑的系统密钥环没有回应，可能还存有它的密钥。请在那里删除“Stello Desktop”条目。</translation>
    </message>
    <message>
        <source>This could not be summarised. Try again.</source>
        <translation>没能写出摘要。请再试一次。</translation>
    </message>
    <message>
        <source>The program made a mistake. Nothing you wrote is lost; copy the details and report it.</source>
        <translation>程序出错了。你写的内容都还在；请复制详情并反馈给我们。</translation>
    </message>
    <message>
        <source>%service did not accept the key. Check it in Settings, under AI services.</source>
        <translation>“%service”没有接受这个密钥。请到“设置”的“AI 服务”里检查。</translation>
    </message>
    <message>
        <source>%service does not know this model or address. Choose another model in Settings.</source>
        <translation>“%service”不认识这个模型或地址。请在“设置”里换一个模型。</translation>
    </message>
    <message>
        <source>%service has had too many requests. Wait a moment and try again.</source>
        <translation>“%service”收到的请求太多了。请稍等再试。</translation>
    </message>
    <message>
        <source>Your account at %service has no credit left. Add some there, or choose another service.</source>
        <translation>你在“%service”的账户余额用完了。请到那里充值，或者换一个服务。</translation>
    </message>
    <message>
        <source>The conversation has grown too long for this model. Go on in a branch, or choose a larger model.</source>
        <translation>对话太长，超出了这个模型的范围。可以在分支里继续，或者换一个更大的模型。</translation>
    </message>
    <message>
        <source>%service refused the request. Try again, or choose another model in Settings.</source>
        <translation>“%service”拒绝了这个请求。请再试一次，或者在“设置”里换一个模型。</translation>
    </message>
    <message>
        <source>%service has a problem of its own. Wait a moment and try again.</source>
        <translation>“%service”自己出了问题。请稍等再试。</translation>
    </message>
    <message>
        <source>%service cannot be reached. Check the connection, or that the server is running, and try again.</source>
        <translation>连不上“%service”。请检查网络，或者确认服务器正在运行，然后再试。</translation>
    </message>
    <message>
        <source>%service did not answer in time. Try again.</source>
        <translation>“%service”没有及时回答。请再试一次。</translation>
    </message>
    <message>
        <source>%service answered in a way that cannot be read. Try again, or choose another service.</source>
        <translation>“%service”的回答无法读取。请再试一次，或者换一个服务。</translation>
    </message>
    <message>
        <source>The certificate of %service is not trusted, so nothing was sent. Check the address in Settings, or ask whoever runs the server.</source>
        <translation>“%service”的证书不受信任，因此没有发送任何内容。请在设置中检查地址，或询问服务器的管理者。</translation>
    </message>
    <message>
        <source>%service is asked without encryption, so nothing was sent. Allow it if you trust everybody in that network, or use an address with https.</source>
        <translation>访问 %service 的连接没有加密，因此什么都没有发送。如果你信任该网络中的所有人，可以允许；否则请使用 https 地址。</translation>
    </message>
    <message>
        <source>This computer&apos;s proxy settings cannot be used. Correct them there, then try again.</source>
        <translation>这台电脑的代理设置无法使用。请先改正，再重试。</translation>
    </message>
    <message>
        <source>The connection to %service was lost in mid-answer. What arrived is kept; continue it or try again.</source>
        <translation>回答途中与“%service”的连接中断。已收到的内容已保留；可以继续或重试。</translation>
    </message>
    <message>
        <source>The answer may be incomplete: it broke off without an end. What arrived is kept; continue it or try again.</source>
        <translation>回答可能不完整：它没有正常结束就中断了。已收到的内容已保留；可以继续或重试。</translation>
    </message>
    <message>
        <source>At the address of %service there was something else than an AI service, such as a sign-in page of the network. Check both, then try again.</source>
        <translation>“%service”的地址上不是 AI 服务，可能是网络的登录页面。请检查地址和网络，然后重试。</translation>
    </message>
    <message>
        <source>The address of %service answered with a web page, not an AI service. Check it in Settings; a network that wants a sign-in does this too.</source>
        <translation>%service 的地址返回的是网页，而不是 AI 服务。请在设置中检查该地址；需要登录的网络也会这样。</translation>
    </message>
    <message>
        <source>The answer of %service is longer than this program reads. What arrived is kept; ask for less, or try again.</source>
        <translation>“%service”的回答超出本程序可读取的长度。已收到的内容已保留；请缩小提问范围，或重试。</translation>
    </message>
    <message>
        <source>The model returned nothing. Try again, or choose another model.</source>
        <translation>模型没有返回任何内容。请重试，或选择其他模型。</translation>
    </message>
    <message>
        <source>Another window has your data open. Go on there, or close it and start again.</source>
        <translation>另一个窗口正在使用你的数据。请到那里继续，或者关掉它再启动。</translation>
    </message>
    <message>
        <source>The disk is full, so nothing can be saved. Free some space and try again.</source>
        <translation>磁盘满了，什么都存不下。请腾出一些空间再试。</translation>
    </message>
    <message>
        <source>The folder with your data cannot be written to. Check its permissions and try again.</source>
        <translation>存放数据的文件夹无法写入。请检查它的权限再试。</translation>
    </message>
    <message>
        <source>The file with your data is damaged. It was left as it is; keep it, so that it can be repaired.</source>
        <translation>存放数据的文件已损坏。它保持原样；请留着它，以便修复。</translation>
    </message>
    <message>
        <source>Your data was written by a newer version of this program. Install that version to open it.</source>
        <translation>你的数据是由更新版本的程序写的。请安装那个版本来打开它。</translation>
    </message>
    <message>
        <source>The file in the data folder belongs to another program. Move it away and start again.</source>
        <translation>数据文件夹里的文件属于别的程序。请把它移走再启动。</translation>
    </message>
    <message>
        <source>The answer reached the model&apos;s limit. Use Continue to get the rest.</source>
        <translation>回答达到了模型的上限。用“继续”来获得其余部分。</translation>
    </message>
    <message>
        <source>%service held this answer back. Put the question another way and try again.</source>
        <translation>“%service”没有给出这个回答。请换一种问法再试。</translation>
    </message>
    <message>
        <source>The answer was interrupted. What arrived is kept; continue it or try again.</source>
        <translation>回答中断了。收到的内容都保留着；可以继续，也可以重试。</translation>
    </message>
    <message>
        <source>%service reported a problem in mid-answer. Try again.</source>
        <translation>“%service”在回答到一半时报告了问题。请再试一次。</translation>
    </message>
    <message>
        <source>%service needs its key, and there is none for this address. Enter the key to go on.</source>
        <translation>%service 需要密钥，而这个地址还没有密钥。请输入密钥以继续。</translation>
    </message>
    <message>
        <source>%service needs its key. This computer has no keyring that could have kept it, so enter the key again.</source>
        <translation>%service 需要密钥。这台电脑没有可以保存密钥的系统密钥环，请再次输入密钥。</translation>
    </message>
    <message>
        <source>%service needs its key. This computer has no safe keyring that could have kept it, so enter the key again.</source>
        <translation>%service 需要密钥。这台电脑没有能安全保存密钥的系统密钥环，请再次输入密钥。</translation>
    </message>
    <message>
        <source>The key of %service is out of reach: this computer&apos;s keyring is locked. Unlock it and try again, or enter the key for this time.</source>
        <translation>暂时取不到 %service 的密钥：系统密钥环已锁定。请解锁后重试，或输入密钥供本次使用。</translation>
    </message>
    <message>
        <source>The key of %service is out of reach: this computer&apos;s keyring does not work now. Try again, or enter the key for this time.</source>
        <translation>暂时取不到 %service 的密钥：系统密钥环现在无法使用。请重试，或输入密钥供本次使用。</translation>
    </message>
    <message>
        <source>The key of %service is out of reach: this computer&apos;s keyring does not answer. Try again, or enter the key for this time.</source>
        <translation>暂时取不到 %service 的密钥：系统密钥环没有回应。请重试，或输入密钥供本次使用。</translation>
    </message>
    <message>
        <source>%service needs a key, and it has none. Enter one to go on.</source>
        <translation>%service 需要密钥，但还没有。输入密钥后即可继续。</translation>
    </message>
    <message>
        <source>The AI service of this conversation was removed, so nothing was sent. Choose another one, then try again.</source>
        <translation>此对话的 AI 服务已被移除，因此什么都没有发送。请选择另一个服务，然后重试。</translation>
    </message>
    <message>
        <source>The tiny local model does not run now, so nothing was sent. Start it in Settings or choose another service, then try again.</source>
        <translation>微型本地模型现在没有运行，因此什么都没有发送。请在设置中启动它，或选择另一个服务，然后重试。</translation>
    </message>
    <message>
        <source>The answer of %service calls tools more often than this program allows. Ask for less, or try again.</source>
        <translation>“%service”的回答调用工具的次数超出本程序允许的上限。请缩小要求，或重试。</translation>
    </message>
    <message>
        <source>There is no address yet. Write it like https://example.com/v1.</source>
        <translation>还没有地址。请写成 https://example.com/v1 这样。</translation>
    </message>
    <message>
        <source>This is too long for an address. Copy the address alone.</source>
        <translation>这对地址来说太长了。请只复制地址本身。</translation>
    </message>
    <message>
        <source>There is an invisible character in this address. Type it by hand, like https://example.com/v1.</source>
        <translation>地址中有看不见的字符。请手动输入，例如 https://example.com/v1。</translation>
    </message>
    <message>
        <source>An address has no spaces, so this is none. Write it like https://example.com/v1.</source>
        <translation>地址中不会有空格，所以这不是地址。请写成 https://example.com/v1 这样的形式。</translation>
    </message>
    <message>
        <source>An address of an AI service begins with https://, or with http:// in your own network.</source>
        <translation>AI 服务的地址以 https:// 开头；在你自己的网络中也可以是 http://。</translation>
    </message>
    <message>
        <source>A name or a key does not belong into the address. Remove what stands before the @.</source>
        <translation>用户名或密钥不应写在地址里。请删除 @ 前面的内容。</translation>
    </message>
    <message>
        <source>The name of the server in this address cannot be read. Write it like https://example.com/v1.</source>
        <translation>无法识别地址中的服务器名称。请写成 https://example.com/v1 这样。</translation>
    </message>
    <message>
        <source>The port in this address is no number between 1 and 65535. Correct it, or leave it out.</source>
        <translation>地址中的端口不是 1 到 65535 之间的数字。请改正或去掉它。</translation>
    </message>
    <message>
        <source>Remove the question mark and what follows it from the address.</source>
        <translation>请去掉地址中的问号及其后面的内容。</translation>
    </message>
    <message>
        <source>Without encryption only servers in your own network are asked. Write https:// before %host.</source>
        <translation>不加密时只能访问你自己网络中的服务器。请在 %host 前写上 https://。</translation>
    </message>
    <message>
        <source>The key is longer than Windows can keep. Check that only the key was copied.</source>
        <translation>密钥太长，Windows 无法保存。请检查是否只复制了密钥。</translation>
    </message>
    <message>
        <source>The practice assistant cannot make an overview. Choose an AI service, or write the overview yourself.</source>
        <translation>练习助手不会写综述。请选择一个 AI 服务，或自己写综述。</translation>
    </message>
    <message>
        <source>What the model wrote is no summary, so nothing was changed. Try again, or choose a larger model.</source>
        <translation>模型写出的内容不是摘要，因此没有更改任何内容。请重试，或选择更大的模型。</translation>
    </message>
    <message>
        <source>This conversation is long, and its summary takes many requests, so it was not begun by itself.</source>
        <translation>这段对话很长，生成摘要需要多次请求，因此没有自动开始。</translation>
    </message>
    <message>
        <source>The model&apos;s answer cannot be used as an overview, so nothing was changed. Try again, or choose a larger model.</source>
        <translation>模型的回答不能用作综述，因此什么都没有改变。请再试一次，或选择更大的模型。</translation>
    </message>
    <message>
        <source>%host vouches for itself: its certificate is self-signed. Nothing was sent. Ask whoever runs the server for its fingerprint.</source>
        <translation>%host 的证书是自签名的，只有它自己作保。什么都没有发送。请向服务器的管理者询问证书指纹。</translation>
    </message>
    <message>
        <source>The certificate of %host was issued by somebody this computer does not know: an own server, or a network that reads along. Nothing was sent.</source>
        <translation>%host 的证书由这台电脑不认识的机构签发：可能是自建服务器，也可能是网络在监看。什么都没有发送。</translation>
    </message>
    <message>
        <source>The certificate of %host has expired. Nothing was sent. Check this computer&apos;s clock, or ask whoever runs the server to renew it.</source>
        <translation>%host 的证书已过期。什么都没有发送。请检查这台电脑的时钟，或请服务器的管理者更新证书。</translation>
    </message>
    <message>
        <source>The certificate of %host is not valid yet. Nothing was sent. Check this computer&apos;s clock and its date.</source>
        <translation>%host 的证书尚未生效。什么都没有发送。请检查这台电脑的日期和时间。</translation>
    </message>
    <message>
        <source>What answers at %host has the certificate of another name. Nothing was sent. Check the address.</source>
        <translation>在 %host 应答的服务器出示的是另一个名称的证书。什么都没有发送。请检查地址。</translation>
    </message>
    <message>
        <source>%host shows another certificate than the one you accepted. Nothing was sent. Ask whoever runs the server whether it was changed.</source>
        <translation>%host 出示的证书与你接受过的不同。什么都没有发送。请询问服务器的管理者是否更换过证书。</translation>
    </message>
    <message>
        <source>%host does not speak https at this address. Check the port, or whether the address begins with http://.</source>
        <translation>%host 在这个地址上不支持 https。请检查端口，或地址是否应以 http:// 开头。</translation>
    </message>
    <message>
        <source>The proxy of this network wants a name and a password (407). Put them into this computer&apos;s proxy settings, then try again.</source>
        <translation>此网络的代理需要用户名和密码（407）。请在这台电脑的代理设置中填写，然后重试。</translation>
    </message>
    <message>
        <source>The proxy of this network did not let the request through. Ask whoever runs it, or correct this computer&apos;s proxy settings.</source>
        <translation>此网络的代理没有放行请求。请询问其管理者，或改正这台电脑的代理设置。</translation>
    </message>
    <message>
        <source>The proxy in this computer&apos;s settings cannot be reached, so %service cannot be either. Check the connection and those settings, then try again.</source>
        <translation>连接不上这台电脑设置的代理，因此也无法连接 %service。请检查网络连接和代理设置，然后重试。</translation>
    </message>
    <message>
        <source>Proxy settings not usable: this computer is set to a SOCKS proxy, which this program cannot use. Set an HTTP proxy, then try again.</source>
        <translation>代理设置无法使用：这台电脑设置了 SOCKS 代理，本程序不能使用。请改用 HTTP 代理，然后重试。</translation>
    </message>
    <message>
        <source>Proxy settings not usable: the address of the proxy cannot be read. Correct it in this computer&apos;s settings, then try again.</source>
        <translation>代理设置无法使用：无法识别代理的地址。请在这台电脑的设置中改正，然后重试。</translation>
    </message>
    <message>
        <source>Stello is running already, but does not answer. Wait a moment and try again; if that does not help, end it in this computer&apos;s list of running programs.</source>
        <translation>Stello 已经在运行，但没有响应。请稍等片刻再试；如果没有用，请在这台电脑的运行程序列表中结束它。</translation>
    </message>
    <message>
        <source>The file with your data is no longer in its folder. Put it back, or start anew.</source>
        <translation>存放数据的文件已不在它的文件夹里。请把它放回去，或者重新开始。</translation>
    </message>
    <message>
        <source>The conversation is too long for this model: about %asked tokens, and it reads %limit. Go on in a branch, or choose a larger model.</source>
        <translation>对话对这个模型来说太长了：约 %asked 个 token，而它只能读取 %limit 个。请在分支中继续，或选择更大的模型。</translation>
    </message>
    <message>
        <source>The conversation is too long for this model, which reads %limit tokens. Go on in a branch, or choose a larger model.</source>
        <translation>对话对这个模型来说太长了，它只能读取 %limit 个 token。请在分支中继续，或选择更大的模型。</translation>
    </message>
    <message>
        <source>%service does not know the model “%model”, or %address is not its address. Change one of them in Settings.</source>
        <translation>“%service”不认识模型“%model”，或者 %address 不是它的地址。请在设置中更改其中之一。</translation>
    </message>
    <message>
        <source>%service cannot be reached at %host. Check the connection, or that the server is running, and try again.</source>
        <translation>无法连接“%service”（%host）。请检查网络连接，或确认服务器正在运行，然后重试。</translation>
    </message>
    <message>
        <source>%service did not accept the key. Check the key above.</source>
        <translation>“%service”没有接受密钥。请检查上面的密钥。</translation>
    </message>
    <message>
        <source>%service does not know this model or address. Check both above.</source>
        <translation>“%service”不认识这个模型或地址。请检查上面这两项。</translation>
    </message>
    <message>
        <source>%service refused the request. Choose another model above.</source>
        <translation>“%service”拒绝了请求。请在上面另选一个模型。</translation>
    </message>
    <message>
        <source>The certificate of %service is not trusted, so nothing was sent. Check the address above.</source>
        <translation>“%service”的证书不受信任，因此没有发送任何内容。请检查上面的地址。</translation>
    </message>
    <message>
        <source>There is something else than an AI service at this address. Check the address above.</source>
        <translation>这个地址上不是 AI 服务。请检查上面的地址。</translation>
    </message>
    <message>
        <source>This address answered with a web page, not an AI service. Check the address above.</source>
        <translation>这个地址返回的是网页，而不是 AI 服务。请检查上面的地址。</translation>
    </message>
    <message>
        <source>The model returned nothing. Choose another model above.</source>
        <translation>模型没有返回任何内容。请在上面选择其他模型。</translation>
    </message>
    <message>
        <source>%service on this computer does not answer: is it running? Start it, then try again.</source>
        <translation>这台电脑上的 %service 没有回应：它在运行吗？启动它，然后重试。</translation>
    </message>
    <message>
        <source>Something unexpected happened. Nothing you wrote is lost; copy the details and report it.</source>
        <translation>发生了意料之外的事。你写的内容都还在；请复制详情并反馈给我们。</translation>
    </message>
    <message>
        <source>The AI service</source>
        <translation>AI 服务</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>AI services</source>
        <translation>AI 服务</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>分支</translation>
    </message>
    <message>
        <source>Show data folder</source>
        <translation>打开数据文件夹</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>复制详情</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export “%1”</source>
        <translation>导出“%1”</translation>
    </message>
    <message numerus="yes">
        <source>Export %n profile(s)</source>
        <translation>
            <numerusform>导出 %Ln 个角色</numerusform>
        </translation>
    </message>
    <message>
        <source>With the skills that it names: %1</source>
        <translation>连同它用到的技能：%1</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Choose a place…</source>
        <translation>选择位置…</translation>
    </message>
    <message>
        <source>The file holds what you wrote here. It has no key, no address and no conversation in it.</source>
        <translation>文件里只有你在这里写的内容，不含密钥、地址和对话。</translation>
    </message>
    <message>
        <source>The AI service is named as you call it: %1</source>
        <translation>AI 服务只写你起的名称：%1</translation>
    </message>
</context>
<context>
    <name>Fields</name>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Skills</source>
        <translation>技能</translation>
    </message>
    <message>
        <source>AI service</source>
        <translation>AI 服务</translation>
    </message>
    <message>
        <source>Starts with</source>
        <translation>开头</translation>
    </message>
    <message>
        <source>Opening message</source>
        <translation>开场消息</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>no instructions at all</source>
        <translation>完全没有指令</translation>
    </message>
    <message>
        <source>all skills</source>
        <translation>所有技能</translation>
    </message>
    <message>
        <source>%1; not there: %2</source>
        <translation>%1；不存在：%2</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>空白</translation>
    </message>
    <message>
        <source>a summary of the conversation</source>
        <translation>对话的摘要</translation>
    </message>
    <message>
        <source>the conversation</source>
        <translation>整个对话</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%Ln 条消息</numerusform>
        </translation>
    </message>
    <message>
        <source>%what, %count</source>
        <translation>%what，%count</translation>
    </message>
    <message>
        <source>%from: not used, since the profile says “Only these”</source>
        <translation>%from：未采用，因为角色选择了“仅用这些”</translation>
    </message>
    <message>
        <source>%from: not used, since an empty text adds nothing</source>
        <translation>%from：未采用，因为空文本不增加任何内容</translation>
    </message>
    <message>
        <source>%from: not used, since profile and branch say something else</source>
        <translation>%from：未采用，因为角色和分支另有内容</translation>
    </message>
    <message>
        <source>%from: not used, since the profile says something else</source>
        <translation>%from：未采用，因为角色另有设置</translation>
    </message>
    <message>
        <source>%from: not used, since this branch says something else</source>
        <translation>%from：未采用，因为此分支另有设置</translation>
    </message>
    <message>
        <source>%from: not used, since the conversation says something else</source>
        <translation>%from：未采用，因为对话另有设置</translation>
    </message>
</context>
<context>
    <name>Floating</name>
    <message>
        <source>Many stars in this project. A mind map keeps their names readable.</source>
        <translation>这个项目的星星很多。思维导图能让名称都看得清。</translation>
    </message>
    <message>
        <source>Show as mind map</source>
        <translation>用思维导图显示</translation>
    </message>
    <message>
        <source>Leave it as it is</source>
        <translation>保持原样</translation>
    </message>
</context>
<context>
    <name>FolderView</name>
    <message numerus="yes">
        <source>%n skill(s) found.</source>
        <translation>
            <numerusform>找到 %Ln 个技能。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them is new or has changed and waits for your word.</source>
        <translation>
            <numerusform>其中 %Ln 个是新增或有改动的，等你同意。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>Every folder inside that has a file called SKILL.md is one skill. The files are only read, as text; nothing in them is run. Changes on disk are noticed when you open this page or press “Read again”, and a changed text is not used before you have agreed to it.</source>
        <translation>里面每个带有 SKILL.md 文件的文件夹就是一个技能。文件只当作文字读取，其中的内容不会被运行。打开这个页面或点“重新读取”时会发现文件的改动；改动过的内容在你同意之前不会使用。</translation>
    </message>
    <message numerus="yes">
        <source>Use all as they are now (%n)</source>
        <translation>
            <numerusform>全部按现在的内容使用（%Ln）</numerusform>
        </translation>
    </message>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
    <message>
        <source>Stop reading this folder</source>
        <translation>不再读取这个文件夹</translation>
    </message>
</context>
<context>
    <name>FormView</name>
    <message>
        <source>New branch</source>
        <translation>新分支</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>As the profile says: %1</source>
        <translation>按角色的设定：%1</translation>
    </message>
    <message>
        <source>As in the source: %1</source>
        <translation>与来源相同：%1</translation>
    </message>
    <message>
        <source>Answers with</source>
        <translation>由谁回答</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Hangs under</source>
        <translation>位于…之下</translation>
    </message>
</context>
<context>
    <name>FoundServers</name>
    <message>
        <source>is set up</source>
        <translation>已设置</translation>
    </message>
    <message>
        <source>Model of %1</source>
        <translation>%1 的模型</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Answer with %1</source>
        <translation>由 %1 回答</translation>
    </message>
    <message>
        <source>It has no model yet. This command gets one: %1</source>
        <translation>它还没有模型。用这条命令可以获取一个：%1</translation>
    </message>
    <message>
        <source>It has no model yet. Get one in that program, then look again.</source>
        <translation>它还没有模型。请在那个程序里获取一个，然后重新查找。</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新查找</translation>
    </message>
    <message>
        <source>Looking for model servers on this computer…</source>
        <translation>正在查找这台电脑上的模型服务器…</translation>
    </message>
    <message>
        <source>Found on this computer:</source>
        <translation>在这台电脑上找到：</translation>
    </message>
    <message>
        <source>No other model server was found on this computer.</source>
        <translation>这台电脑上没有找到其他模型服务器。</translation>
    </message>
    <message>
        <source>Ollama, LM Studio, llama.cpp and Jan are found by themselves on this computer.</source>
        <translation>程序会自动查找这台电脑上的 Ollama、LM Studio、llama.cpp 和 Jan。</translation>
    </message>
    <message>
        <source>No model server found on this computer. Ollama, LM Studio, llama.cpp and Jan are found by themselves.</source>
        <translation>这台电脑上没有找到模型服务器。程序会自动查找 Ollama、LM Studio、llama.cpp 和 Jan。</translation>
    </message>
</context>
<context>
    <name>HeldSummaries</name>
    <message numerus="yes">
        <source>The summary of “%1” takes about %n request(s), so it was not begun by itself.</source>
        <translation>
            <numerusform>“%1”的摘要约需 %Ln 次请求，因此没有自动开始。</numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
</context>
<context>
    <name>HowToBegin</name>
    <message>
        <source>Open %1</source>
        <translation>打开 %1</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Find the address of the service, often called “OpenAI-compatible” or “base URL”.</source>
        <translation>找到服务的地址，通常叫做“OpenAI 兼容”或“base URL”。</translation>
    </message>
    <message>
        <source>Enter it in any form, below.</source>
        <translation>填在下面，怎么写都可以。</translation>
    </message>
    <message>
        <source>If the service wants a key, it gives one on its own website, often under “API keys”.</source>
        <translation>如果服务需要密钥，可在它自己的网站上获取，通常在“API keys”里。</translation>
    </message>
    <message>
        <source>It runs on this computer. Nothing leaves it, and nothing is charged.</source>
        <translation>它在这台电脑上运行。内容不会离开电脑，也不收费。</translation>
    </message>
    <message>
        <source>What you use is charged by %1 to your own account there.</source>
        <translation>使用费用由 %1 计入你自己在那里的账户。</translation>
    </message>
    <message>
        <source>What you use may be charged to your own account at that service.</source>
        <translation>使用费用可能计入你自己在该服务的账户。</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>HueSwatches</name>
    <message>
        <source>Colour</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Colour: %1</source>
        <translation>颜色：%1</translation>
    </message>
</context>
<context>
    <name>Hues</name>
    <message>
        <source>Blue</source>
        <translation>蓝色</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>橙色</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>绿色</translation>
    </message>
    <message>
        <source>Pink</source>
        <translation>粉色</translation>
    </message>
    <message>
        <source>Violet</source>
        <translation>紫色</translation>
    </message>
    <message>
        <source>Yellow</source>
        <translation>黄色</translation>
    </message>
    <message>
        <source>Sky blue</source>
        <translation>天蓝色</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>红色</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>Import profiles</source>
        <translation>导入角色</translation>
    </message>
    <message>
        <source>What is in “%1”</source>
        <translation>“%1”中的内容</translation>
    </message>
    <message>
        <source>A profile is text only. Nothing in the file is run, and no service is set up by it.</source>
        <translation>角色只是文字。文件里的内容不会被运行，也不会因此设置任何服务。</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>还有 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Profiles in the file</source>
        <translation>文件里的角色</translation>
    </message>
    <message>
        <source>These skills come along: %1</source>
        <translation>一并带来的技能：%1</translation>
    </message>
    <message>
        <source>You have other skills of these names, and yours stay as they are: %1</source>
        <translation>你已有同名而内容不同的技能，保留你的：%1</translation>
    </message>
    <message numerus="yes">
        <source>Add %n profile(s)</source>
        <translation>
            <numerusform>添加 %Ln 个角色</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %n skill(s)</source>
        <translation>
            <numerusform>添加 %Ln 个技能</numerusform>
        </translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>InsightListPanel</name>
    <message>
        <source>Insights about…</source>
        <translation>查看哪里的洞察…</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>What to do with this conversation</source>
        <translation>对这个对话做什么</translation>
    </message>
    <message>
        <source>Go to the conversation</source>
        <translation>前往该对话</translation>
    </message>
    <message>
        <source>Summarise now</source>
        <translation>现在生成摘要</translation>
    </message>
    <message>
        <source>Add a reminder…</source>
        <translation>添加提醒…</translation>
    </message>
    <message>
        <source>Insights</source>
        <translation>洞察</translation>
    </message>
    <message>
        <source>Insights about</source>
        <translation>洞察的范围</translation>
    </message>
</context>
<context>
    <name>InsightRows</name>
    <message>
        <source>Overview</source>
        <translation>综述</translation>
    </message>
    <message>
        <source>Reminders</source>
        <translation>提醒</translation>
    </message>
    <message>
        <source>Summaries</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>waits its turn</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>being summarised…</source>
        <translation>正在生成摘要…</translation>
    </message>
    <message>
        <source>cannot be reached</source>
        <translation>无法连接</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message>
        <source>asks first</source>
        <translation>等你决定</translation>
    </message>
    <message>
        <source>was interrupted</source>
        <translation>已中断</translation>
    </message>
    <message>
        <source>changed since</source>
        <translation>此后有变化</translation>
    </message>
    <message>
        <source>in the making…</source>
        <translation>正在生成…</translation>
    </message>
    <message>
        <source>not made yet</source>
        <translation>尚未生成</translation>
    </message>
    <message numerus="yes">
        <source>%n wait(s)</source>
        <translation>
            <numerusform>%Ln 条等待中</numerusform>
        </translation>
    </message>
    <message>
        <source>none waits</source>
        <translation>没有等待中的提醒</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1/%2 个对话</translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%Ln 个有变化</numerusform>
        </translation>
    </message>
    <message>
        <source>no summary yet</source>
        <translation>还没有摘要</translation>
    </message>
</context>
<context>
    <name>Insights</name>
    <message numerus="yes">
        <source>With every %n message(s) of yours in a conversation, two more requests as a rule: one for its summary, one for the overview. What is long takes several; above eight you are asked first. A paid service charges for them as for messages; on this computer they cost time alone.</source>
        <translation>
            <numerusform>你在一段对话中每发送 %Ln 条消息，通常会多出两次请求：一次用于摘要，一次用于综述。很长的对话需要更多次；超过八次时会先问你。付费服务会像普通消息一样收费；在本机上只花时间。</numerusform>
        </translation>
    </message>
    <message>
        <source>Each time you leave a conversation that has changed, two more requests as a rule: one for its summary, one for the overview. What is long takes several; above eight you are asked first. A paid service charges for them as for messages; on this computer they cost time alone.</source>
        <translation>每次离开有变化的对话时，通常会多出两次请求：一次用于摘要，一次用于综述。很长的对话需要更多次；超过八次时会先问你。付费服务会像普通消息一样收费；在本机上只花时间。</translation>
    </message>
    <message>
        <source>Never by itself. No request is made unless you ask for one.</source>
        <translation>从不自动生成。除非你要求，否则不会发送任何请求。</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>手写</translation>
    </message>
    <message>
        <source>by a model</source>
        <translation>由模型生成</translation>
    </message>
    <message>
        <source>by %1</source>
        <translation>由 %1 生成</translation>
    </message>
    <message>
        <source>newer messages are not in it</source>
        <translation>不含较新的消息</translation>
    </message>
    <message>
        <source>changed since</source>
        <translation>此后有变化</translation>
    </message>
    <message>
        <source>too long, so its end was left out</source>
        <translation>过长，结尾已略去</translation>
    </message>
    <message numerus="yes">
        <source>from %n summary(s)</source>
        <translation>
            <numerusform>基于 %Ln 份摘要</numerusform>
        </translation>
    </message>
    <message>
        <source>pinned to “%1”</source>
        <translation>固定在“%1”</translation>
    </message>
    <message numerus="yes">
        <source>This conversation is long: its summary takes about %n request(s) to %1, so it was not begun by itself.</source>
        <translation>
            <numerusform>这段对话很长：生成摘要约需向 %1 发送 %Ln 次请求，因此没有自动开始。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 cannot be reached; it goes on when it answers again</source>
        <translation>无法连接 %1；恢复应答后会继续</translation>
    </message>
    <message>
        <source>The overview was interrupted when Stello ended. It goes on only if you say so.</source>
        <translation>Stello 结束时，综述的生成中断了。只有你同意才会继续。</translation>
    </message>
    <message>
        <source>The summary was interrupted when Stello ended. It goes on only if you say so.</source>
        <translation>Stello 结束时，摘要的生成中断了。只有你同意才会继续。</translation>
    </message>
    <message>
        <source>Waits its turn</source>
        <translation>排队中</translation>
    </message>
    <message>
        <source>%1 reads the summaries…</source>
        <translation>%1 正在阅读摘要…</translation>
    </message>
    <message>
        <source>%1 summarises…</source>
        <translation>%1 正在生成摘要…</translation>
    </message>
    <message>
        <source>Use and summarise</source>
        <translation>使用并生成摘要</translation>
    </message>
    <message>
        <source>written by hand</source>
        <translation>手写</translation>
    </message>
    <message>
        <source>from a reflection</source>
        <translation>来自综述</translation>
    </message>
    <message>
        <source>a result of a conversation that is no longer there</source>
        <translation>某个已不存在的对话的结果</translation>
    </message>
    <message>
        <source>a result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>went along %1</source>
        <translation>已于 %1 一起发送</translation>
    </message>
    <message>
        <source>removed %1</source>
        <translation>已于 %1 移除</translation>
    </message>
    <message>
        <source>waits since %1</source>
        <translation>自 %1 起等待</translation>
    </message>
    <message numerus="yes">
        <source>%n up to date</source>
        <translation>
            <numerusform>%Ln 个对话已是最新</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n with a summary in your own words</source>
        <translation>
            <numerusform>%Ln 个对话的摘要是你自己写的</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n in which nothing was asked yet</source>
        <translation>
            <numerusform>%Ln 个对话还没有提过问题</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n where the practice assistant answers</source>
        <translation>
            <numerusform>%Ln 个对话由练习助手回答</numerusform>
        </translation>
    </message>
    <message>
        <source>Left out: %1.</source>
        <translation>未包括：%1。</translation>
    </message>
</context>
<context>
    <name>InsightsRoom</name>
    <message>
        <source>Insights</source>
        <translation>洞察</translation>
    </message>
    <message>
        <source>Back to the list of insights</source>
        <translation>返回洞察列表</translation>
    </message>
</context>
<context>
    <name>InspectorSheet</name>
    <message>
        <source>What this conversation is told</source>
        <translation>这个对话的设定</translation>
    </message>
    <message>
        <source>Back to the messages</source>
        <translation>回到消息</translation>
    </message>
    <message>
        <source>This conversation is archived: it can be read, but not changed.</source>
        <translation>这个对话已归档：可以看，不能改。</translation>
    </message>
</context>
<context>
    <name>InstructionsEditor</name>
    <message>
        <source>You typed this earlier. It is not saved yet, and not sent.</source>
        <translation>这是你之前输入的内容，尚未保存，也不会发送。</translation>
    </message>
    <message>
        <source>Instructions of this conversation</source>
        <translation>这个对话的指令</translation>
    </message>
    <message>
        <source>No instructions at all</source>
        <translation>完全不要指令</translation>
    </message>
    <message>
        <source>Counts from the next message on. Undo takes it back.</source>
        <translation>从下一条消息起生效。可以撤销。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>InstructionsSection</name>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Edit the instructions of this conversation</source>
        <translation>编辑这个对话的指令</translation>
    </message>
</context>
<context>
    <name>KeyField</name>
    <message>
        <source>Hide the key</source>
        <translation>隐藏密钥</translation>
    </message>
    <message>
        <source>Show the key</source>
        <translation>显示密钥</translation>
    </message>
</context>
<context>
    <name>KeyQuestion</name>
    <message>
        <source>Key of %1</source>
        <translation>%1 的密钥</translation>
    </message>
    <message>
        <source>%1 did not accept the key. Enter another one.</source>
        <translation>“%1”没有接受这个密钥。请输入另一个。</translation>
    </message>
    <message>
        <source>Try the same key again</source>
        <translation>再试一次这个密钥</translation>
    </message>
    <message>
        <source>Use and try again</source>
        <translation>使用并重试</translation>
    </message>
</context>
<context>
    <name>KeySheet</name>
    <message>
        <source>Everywhere</source>
        <translation>任何地方</translation>
    </message>
    <message>
        <source>Projects and branches</source>
        <translation>项目与分支</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>On the map and in the outline</source>
        <translation>在地图和大纲中</translation>
    </message>
    <message>
        <source>On the map</source>
        <translation>在地图上</translation>
    </message>
    <message>
        <source>In a conversation</source>
        <translation>在对话中</translation>
    </message>
    <message>
        <source>With the mouse on the map</source>
        <translation>在地图上用鼠标</translation>
    </message>
    <message>
        <source>From star to star</source>
        <translation>从一颗星到另一颗星</translation>
    </message>
    <message>
        <source>Move the view</source>
        <translation>移动视野</translation>
    </message>
    <message>
        <source>Nearer or farther</source>
        <translation>拉近或拉远</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>While held, the mouse moves the view</source>
        <translation>按住时，用鼠标移动视野</translation>
    </message>
    <message>
        <source>Send what is written</source>
        <translation>发送已写的内容</translation>
    </message>
    <message>
        <source>A new line</source>
        <translation>换行</translation>
    </message>
    <message>
        <source>Message before or after</source>
        <translation>上一条或下一条消息</translation>
    </message>
    <message>
        <source>Earlier or later version of a message</source>
        <translation>消息的较早或较晚版本</translation>
    </message>
    <message>
        <source>What can be done with a message</source>
        <translation>可以对一条消息做什么</translation>
    </message>
    <message>
        <source>Page down, first and last message</source>
        <translation>向下翻页、第一条和最后一条消息</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>拖动</translation>
    </message>
    <message>
        <source>Hang a conversation under another one, or put it elsewhere</source>
        <translation>把对话放到另一个之下，或换个位置</translation>
    </message>
    <message>
        <source>Drag the sky</source>
        <translation>拖动空白处</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>滚轮</translation>
    </message>
    <message>
        <source>Open a conversation in the whole window</source>
        <translation>在整个窗口中打开对话</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>双击</translation>
    </message>
    <message>
        <source>What can be done with a conversation</source>
        <translation>能对对话做的事</translation>
    </message>
    <message>
        <source>Right click</source>
        <translation>右键单击</translation>
    </message>
    <message>
        <source>Take several at once</source>
        <translation>一次选取多个</translation>
    </message>
    <message>
        <source>Ctrl and click, or Shift and drag</source>
        <translation>Ctrl + 单击，或 Shift + 拖动</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>快捷键</translation>
    </message>
    <message>
        <source>Search keys</source>
        <translation>搜索按键</translation>
    </message>
    <message>
        <source>No key does that</source>
        <translation>没有这样的按键</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>Keys</name>
    <message>
        <source>The key is kept for this session only: this computer has no keyring that could keep it. After a restart you enter it again.</source>
        <translation>密钥只在本次运行中保留：这台电脑没有可以保存密钥的系统密钥环。重新启动后需再次输入。</translation>
    </message>
    <message>
        <source>The key is kept for this session only: this computer has no keyring that keeps keys safely. After a restart you enter it again.</source>
        <translation>密钥只在本次运行中保留：这台电脑没有能安全保存密钥的系统密钥环。重新启动后需再次输入。</translation>
    </message>
    <message>
        <source>The key is kept for this session only: this computer&apos;s keyring is locked. Unlock it and try again.</source>
        <translation>密钥只在本次运行中保留：系统密钥环已锁定。请解锁后重试。</translation>
    </message>
    <message>
        <source>The key is kept for this session only: this computer&apos;s keyring does not work now. Try again later.</source>
        <translation>密钥只在本次运行中保留：系统密钥环现在无法使用。请稍后重试。</translation>
    </message>
    <message>
        <source>The key is kept for this session only: this computer&apos;s keyring does not answer. Try again later.</source>
        <translation>密钥只在本次运行中保留：系统密钥环没有回应。请稍后重试。</translation>
    </message>
    <message>
        <source>Enter the key: this computer has no keyring that could have kept it.</source>
        <translation>请输入密钥：这台电脑没有可以保存密钥的系统密钥环。</translation>
    </message>
    <message>
        <source>Enter the key: this computer has no keyring that keeps keys safely.</source>
        <translation>请输入密钥：这台电脑没有能安全保存密钥的系统密钥环。</translation>
    </message>
    <message>
        <source>This computer&apos;s keyring is locked. Unlock it and try again, or enter the key for this session.</source>
        <translation>系统密钥环已锁定。请解锁后重试，或输入密钥供本次运行使用。</translation>
    </message>
    <message>
        <source>This computer&apos;s keyring does not work now. Try again, or enter the key for this session.</source>
        <translation>系统密钥环现在无法使用。请重试，或输入密钥供本次运行使用。</translation>
    </message>
    <message>
        <source>This computer&apos;s keyring does not answer. Try again, or enter the key for this session.</source>
        <translation>系统密钥环没有回应。请重试，或输入密钥供本次运行使用。</translation>
    </message>
    <message>
        <source>The key is kept in this computer&apos;s keyring.</source>
        <translation>密钥保存在这台电脑的系统密钥环中。</translation>
    </message>
    <message>
        <source>The key is kept in this computer&apos;s keyring, never in a file.</source>
        <translation>密钥保存在这台电脑的系统密钥环中，绝不写入文件。</translation>
    </message>
    <message>
        <source>There is no key for this address. Enter it.</source>
        <translation>这个地址还没有密钥。请输入。</translation>
    </message>
    <message>
        <source>Looking whether this computer has a keyring…</source>
        <translation>正在查看这台电脑是否有系统密钥环…</translation>
    </message>
    <message>
        <source>Looking in this computer&apos;s keyring…</source>
        <translation>正在查看系统密钥环…</translation>
    </message>
    <message>
        <source>The key has a stray character, %character. Copy it again, without spaces or line ends.</source>
        <translation>密钥中有一个不该有的字符：%character。请重新复制，不要带空格或换行。</translation>
    </message>
    <message>
        <source>There is a space in the key, and no key has one. Copy the key again, alone.</source>
        <translation>密钥中有空格，而密钥里不会有空格。请重新复制，只复制密钥本身。</translation>
    </message>
    <message>
        <source>There is a line end in the key, and no key has one. Copy the key again, alone.</source>
        <translation>密钥中有换行，而密钥里不会有换行。请重新复制，只复制密钥本身。</translation>
    </message>
</context>
<context>
    <name>LabeledField</name>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>a label that ends in a mark, and what is wrong</comment>
        <translation>%1%2</translation>
    </message>
</context>
<context>
    <name>Layers</name>
    <message>
        <source>defaults</source>
        <translation>默认设置</translation>
    </message>
    <message>
        <source>conversation</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>profile</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>this branch</source>
        <translation>此分支</translation>
    </message>
    <message>
        <source>changed by hand</source>
        <translation>手动修改</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>from the defaults</source>
        <translation>来自默认设置</translation>
    </message>
    <message>
        <source>from the conversation that it branches from</source>
        <translation>来自所源自的对话</translation>
    </message>
    <message>
        <source>from the profile</source>
        <translation>来自角色</translation>
    </message>
    <message>
        <source>from this branch</source>
        <translation>来自此分支</translation>
    </message>
    <message>
        <source>changed by hand since</source>
        <translation>后来手动修改过</translation>
    </message>
    <message>
        <source>from before this was kept</source>
        <translation>来自开始保存此信息之前</translation>
    </message>
</context>
<context>
    <name>LearntLine</name>
    <message>
        <source>Forgotten. The next answers show again what is so.</source>
        <translation>已忘掉。之后的回答会让程序重新了解。</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>忘掉</translation>
    </message>
    <message>
        <source>Forget what was learnt about this model</source>
        <translation>忘掉关于这个模型的了解</translation>
    </message>
</context>
<context>
    <name>LineField</name>
    <message>
        <source>This field takes %1 characters; the rest was left out.</source>
        <translation>此处最多可填 %1 个字符，其余部分未填入。</translation>
    </message>
</context>
<context>
    <name>LinkGate</name>
    <message>
        <source>Open %1 outside this program?</source>
        <translation>要在程序之外打开 %1 吗？</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>复制地址</translation>
    </message>
</context>
<context>
    <name>LinkLine</name>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>Lists</name>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1，另有 %Ln 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LocalOffer</name>
    <message>
        <source>%1 is running on this computer</source>
        <translation>%1 正在这台电脑上运行</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>使用它</translation>
    </message>
</context>
<context>
    <name>LookSection</name>
    <message>
        <source>Look and language</source>
        <translation>外观与语言</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>主题</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
    <message>
        <source>Text size</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>Mouse wheel on the map</source>
        <translation>地图上的鼠标滚轮</translation>
    </message>
    <message>
        <source>Zooms</source>
        <translation>缩放</translation>
    </message>
    <message>
        <source>Scrolls</source>
        <translation>滚动</translation>
    </message>
    <message>
        <source>A trackpad always scrolls with two fingers.</source>
        <translation>触控板总是用两指滚动。</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
</context>
<context>
    <name>MakingListPanel</name>
    <message>
        <source>New</source>
        <translation>新建</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
</context>
<context>
    <name>Map</name>
    <message>
        <source>empty</source>
        <translation>空白</translation>
    </message>
    <message>
        <source>1 message</source>
        <translation>1 条消息</translation>
    </message>
    <message>
        <source>%1 messages</source>
        <translation>%1 条消息</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>answering…</source>
        <translation>正在回答…</translation>
    </message>
    <message>
        <source>last answer failed</source>
        <translation>上一次回答失败</translation>
    </message>
    <message>
        <source>1 unread answer</source>
        <translation>1 条未读回答</translation>
    </message>
    <message>
        <source>%1 unread answers</source>
        <translation>%1 条未读回答</translation>
    </message>
    <message>
        <source>1 reminder waiting</source>
        <translation>有 1 条提醒</translation>
    </message>
    <message>
        <source>%1 reminders waiting</source>
        <translation>有 %1 条提醒</translation>
    </message>
    <message>
        <source>archived</source>
        <translation>已归档</translation>
    </message>
    <message>
        <source>1 message waits to be sent</source>
        <translation>1 条消息待发送</translation>
    </message>
    <message>
        <source>%1 messages wait to be sent</source>
        <translation>%1 条消息待发送</translation>
    </message>
    <message>
        <source>1 conversation folded away</source>
        <translation>折叠了 1 个对话</translation>
    </message>
    <message>
        <source>%1 conversations folded away</source>
        <translation>折叠了 %1 个对话</translation>
    </message>
    <message>
        <source>branched from %1</source>
        <translation>源自%1</translation>
    </message>
    <message>
        <source>refers to %1</source>
        <translation>引用 %1</translation>
    </message>
    <message>
        <source>Move under “%1”</source>
        <translation>移到“%1”之下</translation>
    </message>
    <message>
        <source>Already under “%1”</source>
        <translation>已经在“%1”之下</translation>
    </message>
    <message>
        <source>“%2” belongs to “%1” and cannot hold it</source>
        <translation>“%2”属于“%1”，不能反过来容纳它</translation>
    </message>
    <message>
        <source>Leave it here</source>
        <translation>放在这里</translation>
    </message>
    <message>
        <source>Leave it here, with 1 conversation below it</source>
        <translation>放在这里，连同下面的 1 个对话</translation>
    </message>
    <message>
        <source>Leave it here, with %1 conversations below it</source>
        <translation>放在这里，连同下面的 %1 个对话</translation>
    </message>
    <message>
        <source>Make it a project of its own</source>
        <translation>变成独立的项目</translation>
    </message>
    <message>
        <source>%1 conversations</source>
        <translation>%1 个对话</translation>
    </message>
    <message>
        <source>under %1</source>
        <translation>位于%1之下</translation>
    </message>
    <message>
        <source>project</source>
        <translation>项目</translation>
    </message>
</context>
<context>
    <name>MapPage</name>
    <message>
        <source>Open “%1”</source>
        <translation>打开“%1”</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>地图</translation>
    </message>
    <message>
        <source>Back to the map</source>
        <translation>回到地图</translation>
    </message>
</context>
<context>
    <name>Markdown</name>
    <message>
        <source>Picture, not loaded</source>
        <translation>图片，未加载</translation>
    </message>
    <message>
        <source>Picture, not loaded: %1</source>
        <translation>图片，未加载：%1</translation>
    </message>
    <message>
        <source>%1 (from %2)</source>
        <translation>%1（来自 %2）</translation>
    </message>
</context>
<context>
    <name>MemoryOffer</name>
    <message>
        <source>Conversations can be summarised as you go. Now that is done only when you say so.</source>
        <translation>对话可以边聊边自动生成摘要。目前只在你要求时生成。</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
</context>
<context>
    <name>MemorySection</name>
    <message>
        <source>What others know of it</source>
        <translation>其他对话对它的了解</translation>
    </message>
    <message>
        <source>Open in Insights</source>
        <translation>在“洞察”中打开</translation>
    </message>
    <message>
        <source>There is no summary of this conversation yet.</source>
        <translation>这个对话还没有摘要。</translation>
    </message>
    <message>
        <source>Summary, never sent here · %1</source>
        <translation>摘要，从不在这里发送 · %1</translation>
    </message>
    <message numerus="yes">
        <source>%n reminder(s) go along with the next message.</source>
        <translation>
            <numerusform>%Ln 条提醒将随下一条消息一起发送。</numerusform>
        </translation>
    </message>
    <message>
        <source>Overview, never sent here · %1</source>
        <translation>综述，从不在这里发送 · %1</translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>What to do with this conversation</source>
        <translation>对这个对话做什么</translation>
    </message>
</context>
<context>
    <name>MessageMenu</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Open link</source>
        <translation>打开链接</translation>
    </message>
    <message>
        <source>Copy link address</source>
        <translation>复制链接地址</translation>
    </message>
    <message>
        <source>Copy this code</source>
        <translation>复制这段代码</translation>
    </message>
    <message>
        <source>Copy message</source>
        <translation>复制消息</translation>
    </message>
    <message>
        <source>Branch from here…</source>
        <translation>从这里分支…</translation>
    </message>
    <message>
        <source>Branch from here at once</source>
        <translation>从这里直接分支</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>修改</translation>
    </message>
    <message>
        <source>Edit in a branch</source>
        <translation>在分支里修改</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Send as message</source>
        <translation>作为消息发送</translation>
    </message>
    <message>
        <source>Remove the note</source>
        <translation>移除笔记</translation>
    </message>
    <message>
        <source>Tokens: %1</source>
        <translation>Token 用量：%1</translation>
    </message>
    <message>
        <source>Earlier version</source>
        <translation>较早的版本</translation>
    </message>
    <message>
        <source>Later version</source>
        <translation>较晚的版本</translation>
    </message>
</context>
<context>
    <name>ModelChooser</name>
    <message>
        <source>AI service</source>
        <translation>AI 服务</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>选择模型</translation>
    </message>
</context>
<context>
    <name>ModelField</name>
    <message>
        <source>Search models</source>
        <translation>搜索模型</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>No model has this name.</source>
        <translation>没有叫这个名字的模型。</translation>
    </message>
    <message>
        <source>Type the name of a model</source>
        <translation>输入模型名称</translation>
    </message>
    <message>
        <source>Type the name as the service writes it, then press Enter.</source>
        <translation>按该服务的写法输入名称，然后按 Enter。</translation>
    </message>
    <message>
        <source>Show all models</source>
        <translation>显示所有模型</translation>
    </message>
    <message>
        <source>Not for conversations (%1)</source>
        <translation>不适合对话的（%1）</translation>
    </message>
    <message>
        <source>Use “%1”</source>
        <translation>使用“%1”</translation>
    </message>
    <message>
        <source>as typed</source>
        <translation>手动输入</translation>
    </message>
    <message>
        <source>Chosen in the test</source>
        <translation>测试时自动选择</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
</context>
<context>
    <name>ModelList</name>
    <message>
        <source>Search models</source>
        <translation>搜索模型</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>No model has this name.</source>
        <translation>没有叫这个名字的模型。</translation>
    </message>
</context>
<context>
    <name>ModelPopup</name>
    <message>
        <source>Set up AI services…</source>
        <translation>设置 AI 服务…</translation>
    </message>
    <message>
        <source>not in its list</source>
        <translation>不在它的列表中</translation>
    </message>
    <message>
        <source>Show all models of %1</source>
        <translation>显示 %1 的所有模型</translation>
    </message>
    <message>
        <source>Use “%1”</source>
        <translation>使用“%1”</translation>
    </message>
    <message>
        <source>Asking %1 for its models…</source>
        <translation>正在向 %1 查询模型…</translation>
    </message>
    <message>
        <source>This service lists no models. Type the name of one in the search line.</source>
        <translation>这个服务没有模型列表。请在搜索栏里输入模型名称。</translation>
    </message>
</context>
<context>
    <name>Moments</name>
    <message>
        <source>now</source>
        <translation>刚刚</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分钟前</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时前</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <translation>yyyy年M月d日</translation>
    </message>
</context>
<context>
    <name>MovePicker</name>
    <message>
        <source>Move to…</source>
        <translation>移动到…</translation>
    </message>
    <message>
        <source>A project of its own</source>
        <translation>独立的项目</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>移动</translation>
    </message>
    <message>
        <source>There is no other conversation yet to hang it under.</source>
        <translation>还没有别的对话可以放到它下面。</translation>
    </message>
    <message>
        <source>Move “%1” under…</source>
        <translation>把“%1”移到…之下</translation>
    </message>
</context>
<context>
    <name>News</name>
    <message>
        <source>Undo: %1</source>
        <translation>撤销：%1</translation>
    </message>
    <message>
        <source>Redo: %1</source>
        <translation>重做：%1</translation>
    </message>
    <message>
        <source>A message was sent since; it cannot be taken back. Undo again takes back what was done before it.</source>
        <translation>这之后发送过消息，消息无法收回。再撤销一次，就会撤销在它之前做的事。</translation>
    </message>
    <message>
        <source>Done again: %1</source>
        <translation>已重做：%1</translation>
    </message>
    <message>
        <source>Undone: %1</source>
        <translation>已撤销：%1</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>“%1” was not undone, because something was said in it since it was made.</source>
        <translation>没有撤销“%1”，因为它建立之后里面已经有了内容。</translation>
    </message>
    <message>
        <source>“%1” was not moved to the trash, because something was said in it since.</source>
        <translation>没有把“%1”移到回收站，因为在那之后里面又有了新内容。</translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>Something else was done since; undo that first, on the map</source>
        <translation>之后又做了别的事；请先在地图上撤销它</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>“%1” is archived and takes no branches.</source>
        <translation>“%1”已归档，不能再开分支。</translation>
    </message>
    <message>
        <source>Take out of the archive</source>
        <translation>取消归档</translation>
    </message>
    <message>
        <source>Restored “%1”</source>
        <translation>已恢复“%1”</translation>
    </message>
    <message>
        <source>%1 destroyed</source>
        <translation>已彻底删除 %1</translation>
    </message>
    <message>
        <source>%1. %2 brings it back.</source>
        <translation>%1。按 %2 可恢复。</translation>
    </message>
    <message>
        <source>%1 answers in new projects from now on</source>
        <translation>从现在起，新项目由 %1 回答</translation>
    </message>
    <message>
        <source>%1; the conversation that is open keeps %2</source>
        <translation>%1；现在打开的对话仍由 %2 回答</translation>
    </message>
    <message>
        <source>Use it here too</source>
        <translation>这里也用它</translation>
    </message>
</context>
<context>
    <name>NoInsights</name>
    <message>
        <source>Nothing was said yet</source>
        <translation>还没有内容</translation>
    </message>
    <message>
        <source>Here you find what your conversations came to: a summary of each, an overview of a project, and reminders from one conversation to another. Say something in a conversation first.</source>
        <translation>这里汇集各个对话得出的内容：每个对话的摘要、项目的综述，以及一个对话给另一个对话的提醒。请先在某个对话中说点什么。</translation>
    </message>
    <message>
        <source>Go to the map</source>
        <translation>前往地图</translation>
    </message>
</context>
<context>
    <name>NoProfiles</name>
    <message>
        <source>No profile yet</source>
        <translation>还没有角色</translation>
    </message>
    <message>
        <source>A profile is a set of instructions that branches can be opened with: a critic, a translator, an expert for one region. You write it once and see here what a branch would be told.</source>
        <translation>角色是一组指令，开分支时可以选用：比如评论者、译者、某个地区的专家。写一次即可反复使用，并且在这里就能看到分支会收到哪些内容。</translation>
    </message>
    <message>
        <source>Write a profile</source>
        <translation>写一个角色</translation>
    </message>
    <message>
        <source>Restore the starter set</source>
        <translation>恢复入门套装</translation>
    </message>
</context>
<context>
    <name>NoSkills</name>
    <message>
        <source>No skill yet</source>
        <translation>还没有技能</translation>
    </message>
    <message>
        <source>A skill is a way of working that you describe once: how you want a summary, how a decision is prepared. The assistant sees the names and reads the whole text when a task calls for it.</source>
        <translation>技能就是你写好一次、可以反复使用的做事方法：摘要怎么写，决策怎么准备。助手平时只看到名称和描述，任务用得上时才去读全文。</translation>
    </message>
    <message>
        <source>Write a skill</source>
        <translation>写一个技能</translation>
    </message>
    <message>
        <source>Add a folder with SKILL.md files</source>
        <translation>添加含有 SKILL.md 文件的文件夹</translation>
    </message>
    <message>
        <source>Restore the starter set</source>
        <translation>恢复入门套装</translation>
    </message>
</context>
<context>
    <name>NoteWork</name>
    <message>
        <source>The note was removed</source>
        <translation>笔记已移除</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Something else was done since; undo that first</source>
        <translation>之后又做了别的操作；请先撤销那一步</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>OfflineSign</name>
    <message>
        <source>offline</source>
        <translation>离线</translation>
    </message>
    <message>
        <source>No network. Everything works but answers from services elsewhere.</source>
        <translation>没有网络。除了别处服务的回答，其他都能用。</translation>
    </message>
</context>
<context>
    <name>OriginMark</name>
    <message>
        <source>not set</source>
        <translation>未设置</translation>
    </message>
</context>
<context>
    <name>OriginRow</name>
    <message>
        <source>%1: %2, from: %3</source>
        <translation>%1：%2，来自：%3</translation>
    </message>
</context>
<context>
    <name>OriginTable</name>
    <message>
        <source>Where everything comes from</source>
        <translation>各项的来源</translation>
    </message>
</context>
<context>
    <name>OtherService</name>
    <message>
        <source>Take this conversation to %1?</source>
        <translation>把这个对话带到 %1？</translation>
    </message>
    <message>
        <source>What was said comes along into the branch, and goes to %1 with its first message.</source>
        <translation>之前说过的内容会带进分支，并随它的第一条消息发送到 %1。</translation>
    </message>
    <message>
        <source>Branch with it</source>
        <translation>用它分支</translation>
    </message>
    <message>
        <source>Send this conversation to %1?</source>
        <translation>把这个对话发送给 %1？</translation>
    </message>
    <message>
        <source>With the next message everything that was said here goes to %1.</source>
        <translation>发送下一条消息时，这里说过的全部内容都会发送到 %1。</translation>
    </message>
    <message>
        <source>Answer with it</source>
        <translation>用它回答</translation>
    </message>
</context>
<context>
    <name>OutboxBar</name>
    <message numerus="yes">
        <source>The connection is back; %n message(s) can be sent</source>
        <translation>
            <numerusform>网络已恢复，有 %Ln 条消息可以发送</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The key is there; %n message(s) can be sent</source>
        <translation>
            <numerusform>密钥已就绪；可以发送 %Ln 条消息</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Sending; %n message(s) left</source>
        <translation>
            <numerusform>正在发送，还剩 %Ln 条消息</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) wait: their AI service did not accept the key</source>
        <translation>
            <numerusform>%Ln 条消息在等待：AI 服务没有接受密钥</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) wait for the key of their AI service</source>
        <translation>
            <numerusform>%Ln 条消息在等待 AI 服务的密钥</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 does not answer: is it running? %n message(s) wait</source>
        <translation>
            <numerusform>%1 没有回应：它在运行吗？%Ln 条消息待发送</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Offline: %n message(s) wait</source>
        <translation>
            <numerusform>离线：%Ln 条消息待发送</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 answers again: %n message(s) wait</source>
        <translation>
            <numerusform>%1 又有回应了：%Ln 条消息待发送</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The connection is back: %n message(s) wait</source>
        <translation>
            <numerusform>网络已恢复：%Ln 条消息待发送</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) wait to be sent</source>
        <translation>
            <numerusform>%Ln 条消息待发送</numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message numerus="yes">
        <source>%1 answers again; %n message(s) can be sent</source>
        <translation>
            <numerusform>%1 又有回应了，有 %Ln 条消息可以发送</numerusform>
        </translation>
    </message>
    <message>
        <source>Show a conversation in which a message waits</source>
        <translation>打开有消息待发送的对话</translation>
    </message>
    <message>
        <source>Send everything that waits, in order</source>
        <translation>按顺序发送所有待发送的消息</translation>
    </message>
</context>
<context>
    <name>OutlineModel</name>
    <message>
        <source>answering</source>
        <translation>正在回答</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失败</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) wait to be sent</source>
        <translation>
            <numerusform>%Ln 条消息待发送</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unread answer(s)</source>
        <translation>
            <numerusform>%Ln 条未读回答</numerusform>
        </translation>
    </message>
    <message>
        <source>archived</source>
        <translation>已归档</translation>
    </message>
</context>
<context>
    <name>OutlinePanel</name>
    <message>
        <source>Projects</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>New project</source>
        <translation>新建项目</translation>
    </message>
</context>
<context>
    <name>OutlineView</name>
    <message>
        <source>Outline of all projects</source>
        <translation>所有项目的大纲</translation>
    </message>
    <message>
        <source>Drop it on another conversation</source>
        <translation>放到另一个对话上</translation>
    </message>
    <message>
        <source>Make it a project of its own</source>
        <translation>变成独立的项目</translation>
    </message>
    <message>
        <source>“%1” is one of its own branches</source>
        <translation>“%1”是它自己的分支</translation>
    </message>
    <message>
        <source>It already hangs under “%1”</source>
        <translation>它已经在“%1”之下</translation>
    </message>
    <message>
        <source>Move under “%1”</source>
        <translation>移到“%1”之下</translation>
    </message>
</context>
<context>
    <name>OwnInstructions</name>
    <message>
        <source>Add instructions for this branch</source>
        <translation>为这个分支添加指令</translation>
    </message>
    <message>
        <source>Instructions for this branch</source>
        <translation>这个分支的指令</translation>
    </message>
    <message>
        <source>No instructions at all</source>
        <translation>完全不要指令</translation>
    </message>
</context>
<context>
    <name>Pager</name>
    <message>
        <source>%1 to %2 of %3</source>
        <translation>第 %1 至 %2 个，共 %3 个</translation>
    </message>
    <message>
        <source>The rows before these</source>
        <translation>前面的几行</translation>
    </message>
    <message>
        <source>The rows after these</source>
        <translation>后面的几行</translation>
    </message>
</context>
<context>
    <name>Parts</name>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Summary of the conversation that it branched from</source>
        <translation>所源自对话的摘要</translation>
    </message>
    <message>
        <source>Titles of the project&apos;s conversations</source>
        <translation>项目中各对话的标题</translation>
    </message>
    <message>
        <source>Name of the conversation</source>
        <translation>对话的名称</translation>
    </message>
    <message>
        <source>Reminders from other conversations</source>
        <translation>来自其他对话的提醒</translation>
    </message>
    <message>
        <source>Summaries of referenced conversations</source>
        <translation>所引用对话的摘要</translation>
    </message>
    <message>
        <source>Summary of earlier messages</source>
        <translation>较早消息的摘要</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Your next message</source>
        <translation>你的下一条消息</translation>
    </message>
    <message>
        <source>Message of yours</source>
        <translation>你的消息</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Result of a tool</source>
        <translation>工具的结果</translation>
    </message>
    <message>
        <source>Opening message</source>
        <translation>开场消息</translation>
    </message>
    <message>
        <source>Answer and opening message</source>
        <translation>回答和开场消息</translation>
    </message>
    <message>
        <source>Tool: %1</source>
        <translation>工具：%1</translation>
    </message>
</context>
<context>
    <name>PlaceField</name>
    <message>
        <source>Hangs under</source>
        <translation>位于…之下</translation>
    </message>
    <message>
        <source>The branch hangs under…</source>
        <translation>分支位于…</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>选定</translation>
    </message>
    <message>
        <source>Where this project puts its branches: “%1”</source>
        <translation>这个项目放分支的地方：“%1”</translation>
    </message>
</context>
<context>
    <name>PlacePicker</name>
    <message>
        <source>Type a part of the name</source>
        <translation>输入名称的一部分</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>No place has this name</source>
        <translation>没有叫这个名称的位置</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>PlaceSection</name>
    <message>
        <source>Where it comes from</source>
        <translation>来自哪里</translation>
    </message>
    <message>
        <source>Show this message</source>
        <translation>显示这条消息</translation>
    </message>
    <message>
        <source>The summary that it began with</source>
        <translation>开头带上的摘要</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the summary that it began with</source>
        <translation>复制开头带上的摘要</translation>
    </message>
    <message>
        <source>A project of its own; it branched from nothing.</source>
        <translation>独立的项目，不是从别处分支来的。</translation>
    </message>
    <message>
        <source>It was a project of its own; it branched from nothing.</source>
        <translation>原是独立的项目，不是从别处分支来的。</translation>
    </message>
    <message>
        <source>Branched from a conversation that no longer exists.</source>
        <translation>源自一个已不存在的对话。</translation>
    </message>
    <message>
        <source>Branched from</source>
        <translation>源自</translation>
    </message>
    <message>
        <source>At this message: “%1”</source>
        <translation>从这条消息：“%1”</translation>
    </message>
    <message>
        <source>It is a project of its own now.</source>
        <translation>现在是独立的项目。</translation>
    </message>
    <message>
        <source>It hangs under another one now:</source>
        <translation>现在位于另一个对话之下：</translation>
    </message>
    <message>
        <source>It began with what had been said there.</source>
        <translation>开头带上了那里说过的话。</translation>
    </message>
    <message>
        <source>It began with a summary of what had been said there.</source>
        <translation>开头带上了那里的摘要。</translation>
    </message>
    <message>
        <source>Nothing had been said there yet, so it began empty.</source>
        <translation>那里当时还没有说过什么，所以从空白开始。</translation>
    </message>
    <message>
        <source>It began empty.</source>
        <translation>从空白开始。</translation>
    </message>
    <message>
        <source>The summary that “%1” itself had begun with did not come along.</source>
        <translation>“%1”自己开头带上的摘要没有一起带来。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1%2</translation>
    </message>
</context>
<context>
    <name>PresetList</name>
    <message>
        <source>On this computer, without a key</source>
        <translation>在这台电脑上，不需要密钥</translation>
    </message>
    <message>
        <source>With a key of your own</source>
        <translation>用你自己的密钥</translation>
    </message>
    <message>
        <source>Anything else</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>Another address</source>
        <translation>其他地址</translation>
    </message>
    <message>
        <source>Search services</source>
        <translation>搜索服务</translation>
    </message>
    <message>
        <source>AI services</source>
        <translation>AI 服务</translation>
    </message>
    <message>
        <source>Not in the list. Choose “Another address”.</source>
        <translation>列表里没有。请选择“其他地址”。</translation>
    </message>
</context>
<context>
    <name>PreviewPanel</name>
    <message>
        <source>What the branch will be told</source>
        <translation>分支会收到的内容</translation>
    </message>
</context>
<context>
    <name>PreviewSide</name>
    <message>
        <source>New branch</source>
        <translation>新分支</translation>
    </message>
    <message>
        <source>It is archived; take it out of the archive to branch with it.</source>
        <translation>它已归档；取消归档后才能用它开分支。</translation>
    </message>
    <message>
        <source>There is no conversation yet to branch from.</source>
        <translation>还没有可以开分支的对话。</translation>
    </message>
    <message>
        <source>You choose the conversation next.</source>
        <translation>下一步选择对话。</translation>
    </message>
    <message>
        <source>Branch with this profile</source>
        <translation>用这个角色开分支</translation>
    </message>
</context>
<context>
    <name>PriceFields</name>
    <message>
        <source>“%typed” can be %many or %few. Write the one that you mean.</source>
        <translation>“%typed”可以是 %many，也可以是 %few。请写明是哪一个。</translation>
    </message>
    <message>
        <source>A price is a number, such as 0.15. Correct it, or leave it empty.</source>
        <translation>价格应是数字，例如 0.15。请改正，或留空。</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>Currency</source>
        <translation>货币</translation>
    </message>
    <message>
        <source>Price per million tokens</source>
        <translation>每百万 token 的价格</translation>
    </message>
    <message>
        <source>From the price list of the service. Leave empty what you do not know.</source>
        <translation>见该服务的价目表。不知道的请留空。</translation>
    </message>
</context>
<context>
    <name>ProblemList</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>还有 %Ln 处</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Problems</name>
    <message>
        <source>A profile needs a name; until it has one, the old name is kept.</source>
        <translation>角色需要一个名称；在此之前保留原来的名称。</translation>
    </message>
    <message>
        <source>Another profile is called “%name”; until this one has another name, the old one is kept.</source>
        <translation>已有另一个角色叫“%name”；在换成别的名称之前，保留原来的名称。</translation>
    </message>
    <message>
        <source>“%name” is not among the variables.</source>
        <translation>变量中没有“%name”。</translation>
    </message>
    <message>
        <source>“%name” does not occur in the instructions any more.</source>
        <translation>“%name”已不在指令中。</translation>
    </message>
    <message>
        <source>“%name” has no value: a branch asks for it, and cannot be opened without one.</source>
        <translation>“%name”还没有值：开分支时会询问，没有值就无法打开。</translation>
    </message>
    <message>
        <source>“%text” stays as it is typed. A variable is a name in braces, such as {region}; write {{ and }} for braces.</source>
        <translation>“%text”会原样保留。变量是花括号里的名称，例如 {region}；要写花括号本身，请写成 {{ 和 }}。</translation>
    </message>
    <message>
        <source>{{%name}} is text with braces and no variable; a variable has one brace on each side: {%name}.</source>
        <translation>{{%name}} 是带花括号的文字，不是变量；变量两边各写一个花括号：{%name}。</translation>
    </message>
    <message>
        <source>“Only these” is chosen, but there are no instructions: the branch would use what it finds.</source>
        <translation>选择了“仅用这些”，但没有写指令：分支会沿用已有的指令。</translation>
    </message>
    <message>
        <source>The branch&apos;s own instructions are not used, because the profile says “Only these”.</source>
        <translation>分支自己的指令不会被采用，因为角色选择了“仅用这些”。</translation>
    </message>
    <message>
        <source>There is no skill “%name”; it is left out.</source>
        <translation>没有名为“%name”的技能，将被忽略。</translation>
    </message>
    <message>
        <source>The AI service is not set up here; a branch can be opened, and answers once it is.</source>
        <translation>这个 AI 服务还没有在这里设置；分支可以打开，设置之后才会回答。</translation>
    </message>
    <message>
        <source>The service does not list a model “%name”.</source>
        <translation>该服务没有列出模型“%name”。</translation>
    </message>
    <message>
        <source>No summary can be made: there is no AI service that could write one.</source>
        <translation>无法生成摘要：没有可以撰写摘要的 AI 服务。</translation>
    </message>
    <message>
        <source>About %tokens tokens; the model reads at most %limit.</source>
        <translation>约 %tokens 个 token；模型最多能读 %limit 个。</translation>
    </message>
    <message>
        <source>“%text” stay as they are typed. A variable is a name in braces, such as {region}; write {{ and }} for braces.</source>
        <translation>“%text”都会原样保留。变量是花括号里的名称，例如 {region}；要写花括号本身，请写成 {{ 和 }}。</translation>
    </message>
    <message>
        <source>Did you mean “%suggestion”?</source>
        <translation>你是指“%suggestion”吗？</translation>
    </message>
    <message>
        <source>Mistake</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>请检查</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>what is wrong, and what was meant</comment>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>%severity: %sentence</source>
        <translation>%severity：%sentence</translation>
    </message>
</context>
<context>
    <name>ProfileChoices</name>
    <message>
        <source>No profile</source>
        <translation>不用角色</translation>
    </message>
    <message>
        <source>The branch is told what its source is told.</source>
        <translation>分支收到的内容与来源对话相同。</translation>
    </message>
</context>
<context>
    <name>ProfileDeeds</name>
    <message>
        <source>New profile</source>
        <translation>新角色</translation>
    </message>
    <message>
        <source>Made “%1”</source>
        <translation>新建了“%1”</translation>
    </message>
    <message>
        <source>Moved a profile</source>
        <translation>移动了一个角色</translation>
    </message>
    <message>
        <source>Archived “%1”</source>
        <translation>已归档“%1”</translation>
    </message>
    <message>
        <source>“%1” can be branched with again</source>
        <translation>又可以用“%1”开分支了</translation>
    </message>
    <message>
        <source>Moved “%1” to the trash</source>
        <translation>已把“%1”移到回收站</translation>
    </message>
    <message>
        <source>“%1” is not in the trash any more</source>
        <translation>“%1”已经不在回收站里了</translation>
    </message>
    <message numerus="yes">
        <source>Brought back %n profile(s)</source>
        <translation>
            <numerusform>已恢复 %Ln 个角色</numerusform>
        </translation>
    </message>
    <message>
        <source>All profiles of the starter set are there</source>
        <translation>入门套装的角色都在</translation>
    </message>
    <message numerus="yes">
        <source>All are there; %n of them is not as it was</source>
        <translation>
            <numerusform>都在；其中 %Ln 个已与原来不同</numerusform>
        </translation>
    </message>
    <message>
        <source>Add the original</source>
        <translation>添加原文</translation>
    </message>
    <message numerus="yes">
        <source>Added %n profile(s)</source>
        <translation>
            <numerusform>已添加 %Ln 个角色</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProfileEditor</name>
    <message>
        <source>This profile adds nothing; the branch&apos;s own instructions count.</source>
        <translation>此角色不增加任何内容；以分支自己的指令为准。</translation>
    </message>
    <message>
        <source>A branch is told these instructions and nothing else.</source>
        <translation>分支只会收到这些指令，没有其他内容。</translation>
    </message>
    <message>
        <source>These instructions come first; the branch&apos;s own follow after an empty line.</source>
        <translation>先是这些指令，空一行之后是分支自己的指令。</translation>
    </message>
    <message>
        <source>The branch&apos;s own instructions come first; these follow after an empty line.</source>
        <translation>先是分支自己的指令，空一行之后是这些指令。</translation>
    </message>
    <message>
        <source>Whoever opens the branch decides.</source>
        <translation>由开分支的人决定。</translation>
    </message>
    <message>
        <source>A branch starts empty.</source>
        <translation>分支从空白开始。</translation>
    </message>
    <message>
        <source>A branch starts with all messages of the conversation.</source>
        <translation>分支带着对话的全部消息开始。</translation>
    </message>
    <message>
        <source>A branch starts with a summary of the conversation, made when it is opened.</source>
        <translation>分支以对话的摘要开始，摘要在开分支时生成。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>说明</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>变量</translation>
    </message>
    <message>
        <source>How they join the branch&apos;s own instructions</source>
        <translation>如何与分支自己的指令结合</translation>
    </message>
    <message>
        <source>Skills</source>
        <translation>技能</translation>
    </message>
    <message>
        <source>What a branch starts with</source>
        <translation>分支的开头</translation>
    </message>
    <message>
        <source>Opening message</source>
        <translation>开场消息</translation>
    </message>
    <message>
        <source>AI service</source>
        <translation>AI 服务</translation>
    </message>
    <message>
        <source>Name of the profile</source>
        <translation>角色的名称</translation>
    </message>
    <message>
        <source>One line that says what it is for</source>
        <translation>用一句话说明它的用途</translation>
    </message>
    <message>
        <source>What a branch says first; empty for nothing</source>
        <translation>分支首先说的话；留空则没有</translation>
    </message>
    <message>
        <source>What the model is told. Write {region}, and each branch asks for a value.</source>
        <translation>告诉模型的内容。写上 {region}，每次开分支都会询问它的值。</translation>
    </message>
    <message>
        <source>A branch is told nothing, whatever else is written elsewhere.</source>
        <translation>无论别处写了什么，分支都不会收到任何指令。</translation>
    </message>
    <message>
        <source>What the model is told where nothing else is said.</source>
        <translation>没有其他指令时，告诉模型的内容。</translation>
    </message>
    <message>
        <source>Defaults, where nothing else is said</source>
        <translation>默认设置：没有另外指定时使用</translation>
    </message>
    <message>
        <source>For new branches and projects, where nothing else is chosen. Instructions of the profile, of the branch itself or of the conversation that it branches from take the place of these and are never joined with them; skills likewise.</source>
        <translation>用于新的分支和项目，前提是没有另外指定。角色、分支自身或来源对话只要有指令，就会取代这里的指令，不会合在一起；技能也是如此。</translation>
    </message>
    <message>
        <source>No instructions at all</source>
        <translation>完全不要指令</translation>
    </message>
    <message>
        <source>How they join</source>
        <translation>如何结合</translation>
    </message>
    <message>
        <source>Only these</source>
        <translation>仅用这些</translation>
    </message>
    <message>
        <source>Before the branch&apos;s own</source>
        <translation>放在分支指令之前</translation>
    </message>
    <message>
        <source>After the branch&apos;s own</source>
        <translation>放在分支指令之后</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Up to the branch</source>
        <translation>由分支决定</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>什么都不带</translation>
    </message>
    <message>
        <source>The conversation</source>
        <translation>整个对话</translation>
    </message>
    <message>
        <source>A summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>待定</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>As in the conversation that it branches from</source>
        <translation>与所源自的对话相同</translation>
    </message>
</context>
<context>
    <name>ProfileEdits</name>
    <message>
        <source>Changed the defaults</source>
        <translation>已修改默认设置</translation>
    </message>
</context>
<context>
    <name>ProfileField</name>
    <message>
        <source>No profile</source>
        <translation>不用角色</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>角色</translation>
    </message>
</context>
<context>
    <name>ProfileFiles</name>
    <message>
        <source>Profiles</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>导出</translation>
    </message>
    <message>
        <source>Choose another place</source>
        <translation>换个位置</translation>
    </message>
    <message>
        <source>Exported to “%1”</source>
        <translation>已导出到“%1”</translation>
    </message>
    <message>
        <source>Import profiles</source>
        <translation>导入角色</translation>
    </message>
    <message>
        <source>Choose another file</source>
        <translation>另选文件</translation>
    </message>
    <message>
        <source>You have all of this already</source>
        <translation>文件里的内容你都已经有了</translation>
    </message>
    <message numerus="yes">
        <source>Added %n profile(s)</source>
        <translation>
            <numerusform>已添加 %Ln 个角色</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Added %n skill(s)</source>
        <translation>
            <numerusform>已添加 %Ln 个技能</numerusform>
        </translation>
    </message>
    <message>
        <source>This file is larger than %limit kB; no profile is. Choose another file.</source>
        <translation>这个文件超过 %limit kB，不可能是角色文件。请另选一个。</translation>
    </message>
    <message>
        <source>This file is no text, so there is no profile in it. Choose another file.</source>
        <translation>这不是文本文件，里面没有角色。请另选一个。</translation>
    </message>
    <message>
        <source>This file is damaged or something else than a profile. Ask for it again, or choose another.</source>
        <translation>文件已损坏，或者不是角色文件。请重新索取，或另选一个。</translation>
    </message>
    <message>
        <source>This file is nested too deeply to be a profile. Choose another file.</source>
        <translation>文件嵌套层数过多，不是角色文件。请另选一个。</translation>
    </message>
    <message>
        <source>This file was not made by exporting profiles. Choose another file.</source>
        <translation>这个文件不是导出角色得到的。请另选一个。</translation>
    </message>
    <message>
        <source>This file was made by a newer version of the program. Update the program to read it.</source>
        <translation>这个文件由更新版本的程序生成。请先更新程序。</translation>
    </message>
    <message>
        <source>This file holds more than %limit profiles or skills. Ask for a smaller one.</source>
        <translation>文件中的角色或技能超过 %limit 个。请索取小一些的文件。</translation>
    </message>
    <message>
        <source>This file is empty. Choose another file.</source>
        <translation>文件里没有内容。请另选一个。</translation>
    </message>
    <message>
        <source>This file cannot be used as it is: look at %field. Nothing was added.</source>
        <translation>文件有问题，无法使用，请看 %field。没有添加任何内容。</translation>
    </message>
    <message>
        <source>This file holds something that no profile has: %field. Nothing was added.</source>
        <translation>文件里有角色不该有的内容：%field。没有添加任何内容。</translation>
    </message>
    <message>
        <source>This file cannot be opened. Check that it is there and that you may open it.</source>
        <translation>无法打开文件。请检查它是否存在，以及你是否有权打开。</translation>
    </message>
    <message>
        <source>The place of this file does not answer. Check its drive or network and try again.</source>
        <translation>文件所在的位置没有响应。请检查磁盘或网络后重试。</translation>
    </message>
    <message>
        <source>The file could not be written. Choose a folder that you may write to.</source>
        <translation>无法写入文件。请选择一个有写入权限的文件夹。</translation>
    </message>
    <message>
        <source>Together this is larger than %limit kB, which no file may be. Export fewer at a time.</source>
        <translation>合起来超过 %limit kB，文件不能这么大。请分几次导出。</translation>
    </message>
    <message>
        <source>You have it already; it is left out.</source>
        <translation>你已经有了，不再添加。</translation>
    </message>
    <message>
        <source>You have another “%1”, so it is called “%2”.</source>
        <translation>你已有另一个“%1”，因此命名为“%2”。</translation>
    </message>
    <message>
        <source>It names the AI service “%1”, which is not set up here; its branches answer like their source.</source>
        <translation>它指定的 AI 服务“%1”在这里没有设置；用它建的分支沿用来源对话的服务。</translation>
    </message>
    <message>
        <source>You do not have these skills that it names: %1</source>
        <translation>它用到的这些技能你还没有：%1</translation>
    </message>
</context>
<context>
    <name>ProfileListPanel</name>
    <message>
        <source>What to do with this profile</source>
        <translation>对这个角色的操作</translation>
    </message>
    <message>
        <source>New profile</source>
        <translation>新角色</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>导入…</translation>
    </message>
    <message>
        <source>Restore the starter set</source>
        <translation>恢复入门套装</translation>
    </message>
    <message>
        <source>Take out of the archive</source>
        <translation>取消归档</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>归档</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制一份</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Alt with the arrow keys changes the order</source>
        <translation>按住 Alt 并按方向键可调整顺序</translation>
    </message>
</context>
<context>
    <name>ProfilePopup</name>
    <message>
        <source>Search profiles</source>
        <translation>搜索角色</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>No profile has these words</source>
        <translation>没有角色含有这些字</translation>
    </message>
</context>
<context>
    <name>ProfileRows</name>
    <message>
        <source>where nothing else is said</source>
        <translation>没有另外指定时使用</translation>
    </message>
    <message>
        <source>Defaults</source>
        <translation>默认设置</translation>
    </message>
    <message numerus="yes">
        <source>Archived, %n profile(s)</source>
        <translation>
            <numerusform>已归档，%Ln 个角色</numerusform>
        </translation>
    </message>
    <message>
        <source>Profile without a name</source>
        <translation>未命名的角色</translation>
    </message>
</context>
<context>
    <name>ProfileSection</name>
    <message>
        <source>Profile</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Made without a profile</source>
        <translation>没有用角色</translation>
    </message>
    <message>
        <source>%1, version %2</source>
        <translation>%1，第 %2 版</translation>
    </message>
    <message>
        <source>This profile no longer exists. The conversation keeps what it was told.</source>
        <translation>这个角色已不存在。对话保留当时的说明。</translation>
    </message>
    <message>
        <source>This profile is archived. The conversation keeps what it was told.</source>
        <translation>这个角色已归档。对话保留当时的说明。</translation>
    </message>
    <message>
        <source>The profile is called %1 now and is at version %2. The conversation keeps what it was told.</source>
        <translation>这个角色现在名为“%1”，已是第 %2 版。对话保留当时的说明。</translation>
    </message>
    <message>
        <source>The profile has been changed since; it is at version %1 now. The conversation keeps what it was told.</source>
        <translation>角色后来改过，现在是第 %1 版。对话保留当时的说明。</translation>
    </message>
</context>
<context>
    <name>ProfileTag</name>
    <message>
        <source>With the profile “%1”</source>
        <translation>使用角色“%1”</translation>
    </message>
</context>
<context>
    <name>ProfilesRoom</name>
    <message>
        <source>What is shown</source>
        <translation>显示内容</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>预览</translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Back to the list of profiles</source>
        <translation>返回角色列表</translation>
    </message>
</context>
<context>
    <name>Proposing</name>
    <message>
        <source>Propose a result</source>
        <translation>拟一份结果</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Take the last answer</source>
        <translation>采用最后的回答</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Write it yourself: no AI has answered here that could propose one.</source>
        <translation>请自己写：这里还没有能拟写结果的 AI。</translation>
    </message>
    <message>
        <source>%1 reads the conversation…</source>
        <translation>%1 正在阅读对话…</translation>
    </message>
    <message>
        <source>A proposal is one request to %1, which answers here anyway.</source>
        <translation>拟写结果需要向 %1 发送一次请求；这个对话本来就由它回答。</translation>
    </message>
    <message numerus="yes">
        <source>The first %n message(s) were read as their summary.</source>
        <translation>
            <numerusform>最前面的 %Ln 条消息以摘要的形式读取。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) were not read: the model has no room for them.</source>
        <translation>
            <numerusform>有 %Ln 条消息没有读取：模型容纳不下。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReferPicker</name>
    <message>
        <source>“%1” refers to…</source>
        <translation>“%1”引用…</translation>
    </message>
    <message>
        <source>Refer</source>
        <translation>引用</translation>
    </message>
    <message>
        <source>There is no other conversation that this one could refer to: what it hangs under and what hangs under it are left out, and so is what it refers to already.</source>
        <translation>没有别的对话可以引用：它上面的、下面的，以及已经引用的对话都不算在内。</translation>
    </message>
    <message>
        <source>Refer to…</source>
        <translation>引用…</translation>
    </message>
</context>
<context>
    <name>Referring</name>
    <message>
        <source>“%1” refers to “%2” now; nothing of it is sent yet</source>
        <translation>“%1”现在引用“%2”；它的内容还不会发送</translation>
    </message>
    <message>
        <source>“%1” refers to “%2” now, which has no summary yet; it goes along once there is one</source>
        <translation>“%1”现在引用“%2”，它还没有摘要；有了摘要就会一起发送</translation>
    </message>
    <message>
        <source>“%1” refers to “%2” now; its summary goes along with each message</source>
        <translation>“%1”现在引用“%2”；每条消息都会带上它的摘要</translation>
    </message>
    <message>
        <source>“%1” reads no summaries of other conversations so far. Those of all that it refers to would go along with each of its messages.</source>
        <translation>“%1”目前不读取其他对话的摘要。打开之后，它的每条消息都会带上它引用的所有对话的摘要。</translation>
    </message>
    <message>
        <source>“%1” answers with %3, which has not seen “%2” yet. Its summary would go there with each message.</source>
        <translation>“%1”由 %3 回答，它还没有见过“%2”。之后每条消息都会把后者的摘要发送到那里。</translation>
    </message>
    <message>
        <source>Send the summary of “%2” along?</source>
        <translation>一起发送“%2”的摘要？</translation>
    </message>
    <message>
        <source>Send it along</source>
        <translation>一起发送</translation>
    </message>
</context>
<context>
    <name>ReflectDialog</name>
    <message>
        <source>Reflect on “%1”</source>
        <translation>为“%1”生成综述</translation>
    </message>
    <message>
        <source>Reflect</source>
        <translation>生成综述</translation>
    </message>
    <message>
        <source>Looking what there is to read…</source>
        <translation>正在查看有哪些可读…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Without them</source>
        <translation>不含这些</translation>
    </message>
    <message>
        <source>Go to the summaries</source>
        <translation>前往摘要</translation>
    </message>
    <message>
        <source>Let it read them</source>
        <translation>允许它读取</translation>
    </message>
    <message>
        <source>Replace mine</source>
        <translation>替换我写的</translation>
    </message>
    <message>
        <source>There is no summary to read yet. Let conversations be summarised first.</source>
        <translation>还没有可读的摘要。请先为对话生成摘要。</translation>
    </message>
    <message numerus="yes">
        <source>%n summary(s) could be read, but the practice assistant cannot reflect. Choose an AI service.</source>
        <translation>
            <numerusform>有 %Ln 份摘要可读，但练习助手不会写综述。请选择一个 AI 服务。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>One request: %n summary(s) go to %1.</source>
        <translation>
            <numerusform>一次请求：%Ln 份摘要将发送给 %1。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them belong to conversations that answer with another service (%2).</source>
        <translation>
            <numerusform>其中 %Ln 份属于由其他服务回答的对话（%2）。</numerusform>
        </translation>
    </message>
    <message>
        <source>May %1 (%3) read these too? Your word is kept for these conversations.</source>
        <translation>%1（%3）也可以读取这些吗？你的决定会为这些对话保留。</translation>
    </message>
    <message>
        <source>The overview was made from the same summaries; little new will come of it.</source>
        <translation>现有综述基于同样的摘要，不会有多少新内容。</translation>
    </message>
    <message>
        <source>You wrote the overview by hand. Your words stay among its versions.</source>
        <translation>综述是你手写的。你的文字会保留在各版本中。</translation>
    </message>
    <message numerus="yes">
        <source>No reminder goes to %n conversation(s) that answer with another service: it could take what was said elsewhere there.</source>
        <translation>
            <numerusform>有 %Ln 个对话由其他服务回答，不会收到提醒：提醒可能把别处说过的话带给那个服务。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Left out: %n conversation(s) without a summary.</source>
        <translation>
            <numerusform>未包括：%Ln 个没有摘要的对话。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Left out: %n summary(s) for which the model has no room.</source>
        <translation>
            <numerusform>未包括：%Ln 份模型容纳不下的摘要。</numerusform>
        </translation>
    </message>
    <message>
        <source>About %1 tokens</source>
        <translation>约 %1 个 token</translation>
    </message>
    <message>
        <source>%1 and the answer</source>
        <translation>%1，另加回答</translation>
    </message>
</context>
<context>
    <name>RefusedBranchCard</name>
    <message>
        <source>Not opened: %1</source>
        <translation>没有打开：%1</translation>
    </message>
    <message>
        <source>A branch was not opened</source>
        <translation>有一个分支没有打开</translation>
    </message>
    <message>
        <source>Open anyway</source>
        <translation>仍然打开</translation>
    </message>
    <message>
        <source>Fill in…</source>
        <translation>补充…</translation>
    </message>
</context>
<context>
    <name>RejectedView</name>
    <message>
        <source>Read again</source>
        <translation>重新读取</translation>
    </message>
</context>
<context>
    <name>ReminderBar</name>
    <message numerus="yes">
        <source>%n reminder(s) go along with your next message</source>
        <translation>
            <numerusform>%Ln 条提醒将随你的下一条消息一起发送</numerusform>
        </translation>
    </message>
    <message>
        <source>A reminder goes along with your next message</source>
        <translation>一条提醒将随你的下一条消息一起发送</translation>
    </message>
    <message>
        <source>A reminder from “%1” goes along with your next message</source>
        <translation>来自“%1”的提醒将随你的下一条消息一起发送</translation>
    </message>
    <message numerus="yes">
        <source>%n reminder(s) are held back: they were not written for %1, which answers here now</source>
        <translation>
            <numerusform>暂不发送 %Ln 条提醒：它们不是写给现在在此回答的 %1 的</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n reminder(s) go along with the message that is being answered</source>
        <translation>
            <numerusform>%Ln 条提醒正随这条消息一起发送，回答生成中</numerusform>
        </translation>
    </message>
    <message>
        <source>A reminder from “%1” goes along with the message that is being answered</source>
        <translation>来自“%1”的提醒正随这条消息一起发送，回答生成中</translation>
    </message>
    <message>
        <source>A reminder goes along with the message that is being answered</source>
        <translation>一条提醒正随这条消息一起发送，回答生成中</translation>
    </message>
    <message numerus="yes">
        <source>%n reminder(s) went along with your message</source>
        <translation>
            <numerusform>%Ln 条提醒已随你的消息一起发送</numerusform>
        </translation>
    </message>
    <message>
        <source>The reminder from “%1” went along with your message</source>
        <translation>来自“%1”的提醒已随你的消息一起发送</translation>
    </message>
    <message>
        <source>The reminder went along with your message</source>
        <translation>这条提醒已随你的消息一起发送</translation>
    </message>
    <message>
        <source>Remove this reminder</source>
        <translation>移除这条提醒</translation>
    </message>
    <message>
        <source>from “%1”</source>
        <translation>来自“%1”</translation>
    </message>
    <message>
        <source>Let %1 read it</source>
        <translation>允许 %1 读取</translation>
    </message>
    <message>
        <source>It has gone along already</source>
        <translation>它已经发送了</translation>
    </message>
    <message>
        <source>The reminder was removed</source>
        <translation>提醒已移除</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Hide the reminders</source>
        <translation>收起提醒</translation>
    </message>
    <message>
        <source>Read what goes along</source>
        <translation>查看一起发送的内容</translation>
    </message>
</context>
<context>
    <name>ReminderDialog</name>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>A reminder</source>
        <translation>提醒</translation>
    </message>
    <message>
        <source>Change the reminder</source>
        <translation>修改提醒</translation>
    </message>
    <message>
        <source>What shall the conversation be reminded of?</source>
        <translation>要提醒这个对话什么？</translation>
    </message>
    <message>
        <source>Goes to</source>
        <translation>发往</translation>
    </message>
    <message>
        <source>It goes along with the next message there, once.</source>
        <translation>它会随那里的下一条消息一起发送，仅一次。</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Add the reminder</source>
        <translation>添加提醒</translation>
    </message>
    <message>
        <source>It has gone along already, as it was.</source>
        <translation>它已按原样发送了。</translation>
    </message>
</context>
<context>
    <name>RemindersPart</name>
    <message numerus="yes">
        <source>Show %n more</source>
        <translation>
            <numerusform>再显示 %Ln 条</numerusform>
        </translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>Went along</source>
        <translation>已发送</translation>
    </message>
    <message>
        <source>to “%1”</source>
        <translation>发往“%1”</translation>
    </message>
    <message>
        <source>from “%1”</source>
        <translation>来自“%1”</translation>
    </message>
    <message>
        <source>Go to “%1”</source>
        <translation>前往“%1”</translation>
    </message>
    <message>
        <source>Change this reminder</source>
        <translation>修改这条提醒</translation>
    </message>
    <message>
        <source>Remove this reminder</source>
        <translation>移除这条提醒</translation>
    </message>
    <message>
        <source>It has gone along already</source>
        <translation>它已经发送了</translation>
    </message>
    <message>
        <source>The reminder was removed</source>
        <translation>提醒已移除</translation>
    </message>
    <message>
        <source>Reminders</source>
        <translation>提醒</translation>
    </message>
    <message>
        <source>Add a reminder…</source>
        <translation>添加提醒…</translation>
    </message>
    <message>
        <source>A reminder goes along with the next message of its conversation, once.</source>
        <translation>提醒会随对应对话的下一条消息一起发送，仅一次。</translation>
    </message>
    <message>
        <source>Nothing waits. A reminder goes along with the next message of a conversation, once, without becoming part of it. Reflections write reminders, results of branches can be brought as one, and you can write one yourself.</source>
        <translation>没有等待中的提醒。提醒会随对话的下一条消息一起发送，仅一次，且不会成为对话的一部分。生成综述时会写提醒，分支的结果可以作为提醒带回，你也可以自己写。</translation>
    </message>
</context>
<context>
    <name>RenameEditor</name>
    <message>
        <source>Name of the conversation</source>
        <translation>对话的名称</translation>
    </message>
</context>
<context>
    <name>RequestView</name>
    <message>
        <source>The first request, exactly</source>
        <translation>第一次请求的确切内容</translation>
    </message>
    <message>
        <source>The next request, exactly</source>
        <translation>下一次请求的原文</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the first request</source>
        <translation>复制第一次请求</translation>
    </message>
    <message>
        <source>Copy the next request</source>
        <translation>复制下一次请求</translation>
    </message>
    <message>
        <source>Nothing else is sent. All parts before the messages travel together as one text. Tools are described to the model, so that it can use them by itself.</source>
        <translation>除此之外什么都不发送。消息之前的所有部分合为一段文字一起发送。工具会向模型说明，以便它自行使用。</translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) wait here. This is what the first of them sends.</source>
        <translation>
            <numerusform>这里有 %Ln 条消息待发送。下面是其中第一条会发送的内容。</numerusform>
        </translation>
    </message>
    <message>
        <source>A message waits here. This is what it sends.</source>
        <translation>这里有一条消息待发送。下面是它会发送的内容。</translation>
    </message>
    <message>
        <source>The parts of the next request</source>
        <translation>下一次请求的各部分</translation>
    </message>
    <message>
        <source>The parts of the first request</source>
        <translation>第一次请求的各部分</translation>
    </message>
</context>
<context>
    <name>ResultDialog</name>
    <message>
        <source>Result of “%1”:</source>
        <translation>“%1”的结果：</translation>
    </message>
    <message>
        <source>branched from</source>
        <translation>源自</translation>
    </message>
    <message>
        <source>hangs under it</source>
        <translation>位于其下</translation>
    </message>
    <message>
        <source>%1 answers there and will read the result.</source>
        <translation>那里由 %1 回答，它会读到这份结果。</translation>
    </message>
    <message>
        <source>It stays in the conversation there as a note. Every later answer reads it.</source>
        <translation>它会作为笔记留在那里的对话中，之后的每次回答都会读到。</translation>
    </message>
    <message>
        <source>It goes along with the next message there, once. The conversation stays as it is.</source>
        <translation>它会随那里的下一条消息一起发送，仅一次。对话本身保持不变。</translation>
    </message>
    <message>
        <source>“%1” answers with %2 (%3). With the next message there the result goes to it.</source>
        <translation>“%1”由 %2（%3）回答。那里发送下一条消息时，结果会一并发给它。</translation>
    </message>
    <message>
        <source>Send this result to %1?</source>
        <translation>把这份结果发给 %1？</translation>
    </message>
    <message>
        <source>Bring it there</source>
        <translation>带过去</translation>
    </message>
    <message>
        <source>Bring back the result of “%1”</source>
        <translation>带回“%1”的结果</translation>
    </message>
    <message>
        <source>Bring the result back</source>
        <translation>带回结果</translation>
    </message>
    <message>
        <source>What did this conversation come to?</source>
        <translation>这个对话得出了什么？</translation>
    </message>
    <message>
        <source>Goes to</source>
        <translation>发往</translation>
    </message>
    <message>
        <source>Arrives as</source>
        <translation>形式</translation>
    </message>
    <message>
        <source>A reminder</source>
        <translation>提醒</translation>
    </message>
    <message>
        <source>A note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Bring it back</source>
        <translation>带回</translation>
    </message>
</context>
<context>
    <name>SegmentView</name>
    <message>
        <source>dotted: typed</source>
        <translation>点线：已填写</translation>
    </message>
    <message>
        <source>dotted: default</source>
        <translation>点线：默认值</translation>
    </message>
    <message>
        <source>dotted: typed or default</source>
        <translation>点线：已填写或默认值</translation>
    </message>
    <message>
        <source>dashed: example</source>
        <translation>虚线：示例</translation>
    </message>
    <message>
        <source>waved: no value yet</source>
        <translation>波浪线：还没有值</translation>
    </message>
    <message>
        <source>Instructions, %1</source>
        <translation>指令，%1</translation>
    </message>
</context>
<context>
    <name>SendWaiting</name>
    <message>
        <source>Use and send</source>
        <translation>使用并发送</translation>
    </message>
</context>
<context>
    <name>Sending</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>SentSection</name>
    <message>
        <source>What is sent next</source>
        <translation>接下来会发送什么</translation>
    </message>
</context>
<context>
    <name>SentSheet</name>
    <message>
        <source>Goes to %1. How much it reads is not known.</source>
        <translation>发送给 %1。它最多能读多少尚不清楚。</translation>
    </message>
    <message>
        <source>Goes to %1</source>
        <translation>发送给 %1</translation>
    </message>
    <message>
        <source>That is more than fits well: before it leaves, the earlier messages become a summary. Below is what then remains.</source>
        <translation>内容偏多：发送前会先把较早的消息写成摘要。下面是之后剩下的内容。</translation>
    </message>
    <message>
        <source>What your next message sends</source>
        <translation>下一条消息会发送什么</translation>
    </message>
    <message>
        <source>Back to the messages</source>
        <translation>返回消息</translation>
    </message>
    <message>
        <source>Change what this conversation is told</source>
        <translation>更改这个对话的设定</translation>
    </message>
</context>
<context>
    <name>ServiceCard</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Asking %1 for one word…</source>
        <translation>正在请 %1 回答一个词…</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Answer with %1</source>
        <translation>由 %1 回答</translation>
    </message>
    <message>
        <source>Test %1</source>
        <translation>测试 %1</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>更改 %1</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Stop it</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>移除 %1</translation>
    </message>
    <message>
        <source>Stop %1</source>
        <translation>停止%1</translation>
    </message>
    <message>
        <source>Paste the key and press Enter</source>
        <translation>粘贴密钥并按回车</translation>
    </message>
    <message>
        <source>Key of %1</source>
        <translation>%1 的密钥</translation>
    </message>
</context>
<context>
    <name>ServiceCards</name>
    <message>
        <source>Search your services</source>
        <translation>搜索你的服务</translation>
    </message>
</context>
<context>
    <name>ServiceDialog</name>
    <message>
        <source>Add an AI service</source>
        <translation>添加 AI 服务</translation>
    </message>
    <message>
        <source>Leave without keeping this?</source>
        <translation>放弃更改？</translation>
    </message>
    <message>
        <source>The service is not used, and what you put in here is gone.</source>
        <translation>这个服务不会启用，这里填写的内容也不会保留。</translation>
    </message>
    <message>
        <source>The service stays as it was.</source>
        <translation>服务会保持原样。</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>更改 %1</translation>
    </message>
</context>
<context>
    <name>ServiceFields</name>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Price per million tokens (optional)</source>
        <translation>每百万 token 的价格（可选）</translation>
    </message>
    <message>
        <source>Leave empty where the service needs none</source>
        <translation>服务不需要密钥时留空</translation>
    </message>
    <message>
        <source>Leave empty to keep the key</source>
        <translation>留空则保留原来的密钥</translation>
    </message>
    <message>
        <source>Paste the key here</source>
        <translation>把密钥粘贴到这里</translation>
    </message>
    <message>
        <source>This is another address. The key stays with the old one; paste the key of this one.</source>
        <translation>这是另一个地址。原来的密钥只属于旧地址，请粘贴新地址的密钥。</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Change the address %1</source>
        <translation>更改地址 %1</translation>
    </message>
</context>
<context>
    <name>ServiceSection</name>
    <message>
        <source>Answers with</source>
        <translation>由谁回答</translation>
    </message>
    <message>
        <source>Your usual one: %1</source>
        <translation>平时用的：%1</translation>
    </message>
    <message>
        <source>This AI service was removed. The conversation cannot go on until another one answers here.</source>
        <translation>这个 AI 服务已被移除。选好别的服务来回答之前，对话无法继续。</translation>
    </message>
</context>
<context>
    <name>ServiceSheet</name>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>使用它</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Use without a test</source>
        <translation>不测试直接使用</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>已停止。</translation>
    </message>
    <message>
        <source>This service needs a key. Paste it above.</source>
        <translation>这个服务需要密钥。请粘贴到上面。</translation>
    </message>
    <message>
        <source>Asking %1 for one word…</source>
        <translation>正在请 %1 回答一个词…</translation>
    </message>
    <message>
        <source>Asking for the models…</source>
        <translation>正在查询模型…</translation>
    </message>
    <message numerus="yes">
        <source>%n model(s) found.</source>
        <translation>
            <numerusform>找到 %Ln 个模型。</numerusform>
        </translation>
    </message>
    <message>
        <source>This service lists no models. Type the name of one in the search line.</source>
        <translation>这个服务没有模型列表。请在搜索栏里输入模型名称。</translation>
    </message>
    <message>
        <source>%1 has no model yet. This command gets one: %2</source>
        <translation>%1 还没有模型。用这条命令获取一个：%2</translation>
    </message>
    <message>
        <source>The service lists no models. Choose “Model” and type the name of one.</source>
        <translation>这个服务没有模型列表。请点“模型”，输入模型名称。</translation>
    </message>
    <message>
        <source>Send its conversations to the new address?</source>
        <translation>把它的对话发送到新地址？</translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s) answer with it. From the next message on they go to %1.</source>
        <translation>
            <numerusform>有 %Ln 个对话用它回答。从下一条消息起，它们会发送到 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>Use the new address</source>
        <translation>使用新地址</translation>
    </message>
    <message>
        <source>Change %1</source>
        <translation>更改 %1</translation>
    </message>
    <message>
        <source>Another address</source>
        <translation>其他地址</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
</context>
<context>
    <name>Services</name>
    <message>
        <source>Practice assistant</source>
        <translation>练习助手</translation>
    </message>
    <message>
        <source>Tiny local model</source>
        <translation>微型本地模型</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>本机</translation>
    </message>
    <message>
        <source>Not an AI. It works without a network and shows what this program can do.</source>
        <translation>它不是 AI。没有网络也能用，用来展示这个程序能做什么。</translation>
    </message>
    <message>
        <source>%model · %place</source>
        <translation>%model · %place</translation>
    </message>
    <message>
        <source>no model chosen yet</source>
        <translation>还没有选择模型</translation>
    </message>
    <message>
        <source>%1 per million tokens sent</source>
        <translation>发送每百万 token %1</translation>
    </message>
    <message>
        <source>%1 per million tokens answered</source>
        <translation>回答每百万 token %1</translation>
    </message>
    <message>
        <source>%1 / %2 per million tokens</source>
        <translation>每百万 token %1 / %2</translation>
    </message>
    <message>
        <source>Answered “%said” in %seconds s</source>
        <translation>用 %seconds 秒回答了“%said”</translation>
    </message>
    <message>
        <source>Answered in %seconds s</source>
        <translation>用 %seconds 秒回答了</translation>
    </message>
    <message>
        <source> · can open branches</source>
        <translation> · 能自己打开分支</translation>
    </message>
    <message>
        <source> · cannot open branches by itself; use the Branch button</source>
        <translation> · 不能自己打开分支，请用“分支”按钮</translation>
    </message>
    <message>
        <source>Learnt about this model: %facts.</source>
        <translation>关于这个模型已了解到：%facts。</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>it cannot open branches by itself</source>
        <translation>不能自己打开分支</translation>
    </message>
    <message>
        <source>it can open branches by itself</source>
        <translation>能自己打开分支</translation>
    </message>
    <message>
        <source>it leaves out the beginning of long conversations, beyond about %size tokens</source>
        <translation>对话超过约 %size 个 token 时会略去开头</translation>
    </message>
    <message>
        <source>it reads at most %size tokens</source>
        <translation>最多读取 %size 个 token</translation>
    </message>
    <message>
        <source>it answers in one piece, not word by word</source>
        <translation>一次给出整个回答，而不是逐字显示</translation>
    </message>
    <message>
        <source>it is given the instructions with the first question</source>
        <translation>指令随第一个问题一起发送</translation>
    </message>
    <message>
        <source>it is given the instructions in a form of its own</source>
        <translation>指令以它要求的形式发送</translation>
    </message>
    <message>
        <source>it wants question and answer strictly by turns</source>
        <translation>要求提问与回答严格交替</translation>
    </message>
    <message>
        <source>it is given its own thinking back with the results of tools</source>
        <translation>工具结果会附上它自己的思考内容</translation>
    </message>
    <message>
        <source>it takes no temperature</source>
        <translation>不接受温度设置</translation>
    </message>
    <message>
        <source>it calls the limit of an answer by another name</source>
        <translation>回答长度上限使用另一个名称</translation>
    </message>
    <message>
        <source>it cannot be asked how many tokens it used</source>
        <translation>无法询问它用了多少 token</translation>
    </message>
    <message>
        <source>it does not take %names</source>
        <translation>不接受 %names</translation>
    </message>
    <message>
        <source>%model · its AI service was removed</source>
        <translation>%model · 它的 AI 服务已移除</translation>
    </message>
    <message>
        <source>%service · %model</source>
        <translation>%service · %model</translation>
    </message>
    <message>
        <source>loaded</source>
        <translation>已加载</translation>
    </message>
    <message>
        <source>opens branches</source>
        <translation>能打开分支</translation>
    </message>
    <message>
        <source>no branches by itself</source>
        <translation>不能自己分支</translation>
    </message>
    <message>
        <source>sees %size tokens</source>
        <translation>可读 %size token</translation>
    </message>
    <message>
        <source>thinks first</source>
        <translation>先思考</translation>
    </message>
</context>
<context>
    <name>ServicesSection</name>
    <message>
        <source>%1 removed</source>
        <translation>已移除 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s) will ask you for another service</source>
        <translation>
            <numerusform>%Ln 个对话会请你另选服务</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>正在启动…</translation>
    </message>
    <message>
        <source>%1 runs now. %2 still answers in new projects.</source>
        <translation>%1已在运行。新项目仍由 %2 回答。</translation>
    </message>
    <message>
        <source>The tiny local model is stopped. %1 answers in new projects.</source>
        <translation>微型本地模型已停止。新项目由 %1 回答。</translation>
    </message>
    <message>
        <source>AI services</source>
        <translation>AI 服务</translation>
    </message>
    <message>
        <source>The marked one answers in new projects, and where only the practice assistant has answered so far. Every other conversation keeps its own. Its text goes only to the service that answers in it.</source>
        <translation>新项目由选中的服务回答；目前只有练习助手回答过的对话，也改由它回答。其他对话仍由各自的服务回答。对话的文字只会发给回答它的服务。</translation>
    </message>
    <message>
        <source>Add a service</source>
        <translation>添加服务</translation>
    </message>
    <message>
        <source>Tiny local model</source>
        <translation>微型本地模型</translation>
    </message>
    <message>
        <source>A real language model of 135 million parameters that runs on this computer. It is very small: it answers fast, in simple English, and is often wrong. Good for trying things out, not for work. It came with the installation, and while it is stopped it uses no memory.</source>
        <translation>一个真正的语言模型，有 1.35 亿个参数，在这台电脑上运行。它非常小：回答很快，只会简单的英语，而且经常出错。适合试用，不适合正式使用。它随安装一起提供，停止时不占用内存。</translation>
    </message>
    <message>
        <source>Start it</source>
        <translation>启动</translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
</context>
<context>
    <name>SkillDeeds</name>
    <message>
        <source>New skill</source>
        <translation>新技能</translation>
    </message>
    <message>
        <source>Made “%1”</source>
        <translation>新建了“%1”</translation>
    </message>
    <message>
        <source>Archived “%1”</source>
        <translation>已归档“%1”</translation>
    </message>
    <message>
        <source>“%1” can be used again</source>
        <translation>“%1”又可以使用了</translation>
    </message>
    <message>
        <source>All skills of the starter set are here</source>
        <translation>入门套装的技能都在</translation>
    </message>
    <message numerus="yes">
        <source>Brought back %n skill(s)</source>
        <translation>
            <numerusform>已恢复 %Ln 个技能</numerusform>
        </translation>
    </message>
    <message>
        <source>Moved “%1” to the trash</source>
        <translation>已把“%1”移到回收站</translation>
    </message>
    <message>
        <source>“%1” is not in the trash any more</source>
        <translation>“%1”已经不在回收站里了</translation>
    </message>
    <message numerus="yes">
        <source>All are there; %n of them is not as it was</source>
        <translation>
            <numerusform>都在；其中 %Ln 个已与原来不同</numerusform>
        </translation>
    </message>
    <message>
        <source>Add the original</source>
        <translation>添加原文</translation>
    </message>
    <message numerus="yes">
        <source>Added %n skill(s)</source>
        <translation>
            <numerusform>已添加 %Ln 个技能</numerusform>
        </translation>
    </message>
    <message>
        <source>Folder with skills</source>
        <translation>技能所在的文件夹</translation>
    </message>
    <message numerus="yes">
        <source>%n skill(s) found.</source>
        <translation>
            <numerusform>找到 %Ln 个技能。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other(s) cannot be used; the list says why.</source>
        <translation>
            <numerusform>另有 %Ln 个无法使用，列表中写明了原因。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1%2</translation>
    </message>
    <message>
        <source>“%1” is read no longer; its files stay</source>
        <translation>不再读取“%1”，文件保持不动</translation>
    </message>
</context>
<context>
    <name>SkillEditor</name>
    <message>
        <source>Skill</source>
        <translation>技能</translation>
    </message>
    <message>
        <source>Archived: no conversation is offered it.</source>
        <translation>已归档：不再提供给任何对话。</translation>
    </message>
    <message>
        <source>This file has changed since you agreed to it. It is not used until you agree to this text.</source>
        <translation>文件在你同意之后有了改动。在你同意现在的内容之前，不会使用它。</translation>
    </message>
    <message>
        <source>This file is new in the folder. It is not used until you agree to its text.</source>
        <translation>这是文件夹里新增的文件。在你同意其内容之前，不会使用它。</translation>
    </message>
    <message>
        <source>a skill needs one; the last one stays</source>
        <translation>技能需要名称，暂时保留原来的</translation>
    </message>
    <message>
        <source>another skill has it; the last one stays</source>
        <translation>已被另一个技能使用，暂时保留原来的</translation>
    </message>
    <message>
        <source>The assistant is offered this skill as soon as it has a text.</source>
        <translation>写好正文后，助手才能用到这个技能。</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>When to use it</source>
        <translation>什么时候用</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>怎么做</translation>
    </message>
    <message>
        <source>One sentence; the assistant chooses by it</source>
        <translation>一句话，助手据此判断该不该用</translation>
    </message>
    <message>
        <source>Write to the assistant as to a colleague: what you want, in which order, and what to leave out.</source>
        <translation>像交代同事一样写：要什么、按什么顺序、哪些不要写。</translation>
    </message>
    <message>
        <source>Text of the skill</source>
        <translation>技能的正文</translation>
    </message>
    <message>
        <source>Make a copy of my own</source>
        <translation>复制成自己的技能</translation>
    </message>
    <message>
        <source>Use this text</source>
        <translation>使用这份内容</translation>
    </message>
</context>
<context>
    <name>SkillListPanel</name>
    <message>
        <source>What to do with this skill</source>
        <translation>对这个技能的操作</translation>
    </message>
    <message>
        <source>Take out of the archive</source>
        <translation>取消归档</translation>
    </message>
    <message>
        <source>Archive</source>
        <translation>归档</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>复制一份</translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation>移到回收站</translation>
    </message>
    <message>
        <source>Make a copy of my own</source>
        <translation>复制成自己的技能</translation>
    </message>
    <message>
        <source>Stop reading this folder</source>
        <translation>不再读取这个文件夹</translation>
    </message>
    <message>
        <source>New skill</source>
        <translation>新技能</translation>
    </message>
    <message>
        <source>Add a folder…</source>
        <translation>添加文件夹…</translation>
    </message>
    <message>
        <source>Read folders again</source>
        <translation>重新读取文件夹</translation>
    </message>
    <message>
        <source>Restore the starter set</source>
        <translation>恢复入门套装</translation>
    </message>
    <message>
        <source>Skills</source>
        <translation>技能</translation>
    </message>
</context>
<context>
    <name>SkillRows</name>
    <message numerus="yes">
        <source>Archived (%n)</source>
        <translation>
            <numerusform>已归档（%Ln）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cannot be used (%n)</source>
        <translation>
            <numerusform>无法使用（%Ln）</numerusform>
        </translation>
    </message>
    <message>
        <source>New on disk, not used yet</source>
        <translation>文件是新增的，尚未使用</translation>
    </message>
    <message>
        <source>Changed on disk, not used</source>
        <translation>文件有改动，暂未使用</translation>
    </message>
</context>
<context>
    <name>SkillTroubles</name>
    <message>
        <source>The file is larger than %limit kB. Shorten it.</source>
        <translation>文件超过 %limit kB，请精简。</translation>
    </message>
    <message>
        <source>The file is no UTF-8 text. Save it as UTF-8.</source>
        <translation>文件不是 UTF-8 文本，请另存为 UTF-8 编码。</translation>
    </message>
    <message>
        <source>The file does not begin with its name and description between two lines of ---. Add them at the top.</source>
        <translation>文件开头没有用两行 --- 括起来的名称和描述，请在最上面补上。</translation>
    </message>
    <message>
        <source>Name and description have no second line of --- below them. Add it between them and the text.</source>
        <translation>名称和描述下面缺少第二行 ---，请在它们和正文之间补上。</translation>
    </message>
    <message>
        <source>The lines between the two --- cannot be read as YAML. Put a text that has a colon in it in quotes.</source>
        <translation>两行 --- 之间的内容不符合 YAML 格式。含有冒号的文字请加引号。</translation>
    </message>
    <message>
        <source>The lines between the two --- refer to one another. Write each value where it is used.</source>
        <translation>两行 --- 之间的内容互相引用。请把每个值直接写在用到的地方。</translation>
    </message>
    <message>
        <source>There is too much between the two lines of ---. Name and description are enough.</source>
        <translation>两行 --- 之间的内容太多，只需名称和描述。</translation>
    </message>
    <message>
        <source>“%field” is missing between the two lines of ---. Add it.</source>
        <translation>两行 --- 之间缺少“%field”，请补上。</translation>
    </message>
    <message>
        <source>“%field” is a list or something else that is no text. Write one line of text.</source>
        <translation>“%field”是列表或其他非文字内容，请改成一行文字。</translation>
    </message>
    <message>
        <source>There is nothing below the second ---. Write there what the assistant should do.</source>
        <translation>第二行 --- 下面没有内容。请在那里写明要助手怎么做。</translation>
    </message>
    <message>
        <source>“%field” has more than %limit characters. Shorten it.</source>
        <translation>“%field”超过 %limit 个字符，请精简。</translation>
    </message>
    <message>
        <source>Another file is called “%name” too, and that one is used: %other</source>
        <translation>还有一个文件也叫“%name”，目前使用的是它：%other</translation>
    </message>
    <message>
        <source>You have a skill of your own called “%name”, and that one is used. Rename one of them.</source>
        <translation>你自己写的技能里已有“%name”，目前使用的是它。请给其中一个改名。</translation>
    </message>
    <message>
        <source>This is a link to a place outside the folder. Add that folder if you want it read.</source>
        <translation>这是指向文件夹之外的链接。如需读取，请把那个文件夹也添加进来。</translation>
    </message>
    <message>
        <source>This cannot be read. Check that you may open it.</source>
        <translation>无法读取。请检查你是否有权打开它。</translation>
    </message>
    <message>
        <source>Folders are read %limit levels deep, and this one lies deeper. Add it as a folder of its own.</source>
        <translation>文件夹最多读取 %limit 层，这个位置更深。请单独添加它。</translation>
    </message>
    <message>
        <source>There is too much in this folder; only the first %limit were looked at. Add a smaller one.</source>
        <translation>这个文件夹内容太多，只查看了前 %limit 项。请添加小一些的文件夹。</translation>
    </message>
    <message>
        <source>The folder is not there. Connect its drive, or stop reading it.</source>
        <translation>找不到这个文件夹。请连接所在的磁盘，或不再读取它。</translation>
    </message>
    <message>
        <source>The folder does not answer. Check its drive or network, then read again.</source>
        <translation>文件夹没有响应。请检查磁盘或网络，然后重新读取。</translation>
    </message>
    <message>
        <source>text</source>
        <translation>正文</translation>
    </message>
</context>
<context>
    <name>SkillUsersView</name>
    <message>
        <source>Profiles that choose it: %1</source>
        <translation>指定了它的角色：%1</translation>
    </message>
    <message>
        <source>Chosen by name in:</source>
        <translation>点名使用它的对话：</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>还有 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Go to “%1”</source>
        <translation>前往“%1”</translation>
    </message>
    <message>
        <source>All conversations can use it.</source>
        <translation>所有对话都可以使用。</translation>
    </message>
    <message>
        <source>No conversation can use it: each one is limited to other skills.</source>
        <translation>没有对话可以使用：每个对话都只限用其他技能。</translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s) can use it</source>
        <translation>
            <numerusform>%Ln 个对话可以使用</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cannot, because they are limited to other skills.</source>
        <translation>
            <numerusform>%Ln 个不能，因为它们只限用其他技能。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>No conversation can use it until you agree to its text.</source>
        <translation>在你同意其内容之前，任何对话都用不到它。</translation>
    </message>
    <message>
        <source>No conversation can use it while it is archived.</source>
        <translation>归档期间，任何对话都用不到它。</translation>
    </message>
    <message>
        <source>No conversation can use it until it has a text.</source>
        <translation>写好正文之前，任何对话都用不到它。</translation>
    </message>
    <message>
        <source>Who can use it</source>
        <translation>谁可以使用</translation>
    </message>
</context>
<context>
    <name>SkillsField</name>
    <message>
        <source>No skill is chosen: that is the same as “None”.</source>
        <translation>没有选择任何技能，这和“无”是一样的。</translation>
    </message>
    <message>
        <source>A conversation has no skill.</source>
        <translation>对话没有技能。</translation>
    </message>
    <message>
        <source>A branch starts without any skill.</source>
        <translation>分支开始时没有任何技能。</translation>
    </message>
    <message>
        <source>A conversation can use every skill.</source>
        <translation>对话可以使用所有技能。</translation>
    </message>
    <message>
        <source>A branch has the skills of the conversation that it branches from.</source>
        <translation>分支拥有所源自对话的技能。</translation>
    </message>
    <message>
        <source>%1 (not there)</source>
        <translation>%1（不存在）</translation>
    </message>
    <message>
        <source>Take away the skill “%1”</source>
        <translation>去掉技能“%1”</translation>
    </message>
    <message>
        <source>Skills</source>
        <translation>技能</translation>
    </message>
    <message>
        <source>Write a skill…</source>
        <translation>写一个技能…</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Inherit</source>
        <translation>继承</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Only these</source>
        <translation>仅用这些</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>选定</translation>
    </message>
    <message>
        <source>Choose skills</source>
        <translation>选择技能</translation>
    </message>
</context>
<context>
    <name>SkillsRoom</name>
    <message>
        <source>Skills</source>
        <translation>技能</translation>
    </message>
    <message>
        <source>Back to the list of skills</source>
        <translation>返回技能列表</translation>
    </message>
</context>
<context>
    <name>SkillsSection</name>
    <message>
        <source>Skills</source>
        <translation>技能</translation>
    </message>
    <message>
        <source>It sees now: %1</source>
        <translation>现在能看到：%1</translation>
    </message>
</context>
<context>
    <name>SkyWidget</name>
    <message>
        <source>Map of conversations</source>
        <translation>对话地图</translation>
    </message>
    <message>
        <source>Arrow keys move between conversations, Tab makes an empty branch, Enter one beside it, F2 renames</source>
        <translation>方向键在对话之间移动，Tab 新建空分支，回车在旁边新建空分支，F2 重命名</translation>
    </message>
</context>
<context>
    <name>StartStep</name>
    <message>
        <source>My first project</source>
        <translation>我的第一个项目</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>A conversation can branch here, and every branch is a star on a map that you arrange.</source>
        <translation>在这里，对话可以分支；每个分支都是地图上的一颗星，由你来摆放。</translation>
    </message>
    <message>
        <source>Start my own project</source>
        <translation>开始我自己的项目</translation>
    </message>
    <message>
        <source>What would you like to think about? You can rename it at any time.</source>
        <translation>想思考什么？名称以后随时可以改。</translation>
    </message>
    <message>
        <source>Name of the project</source>
        <translation>项目名称</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Look at an example</source>
        <translation>看一个示例</translation>
    </message>
    <message>
        <source>A small finished project. One click removes it again.</source>
        <translation>一个已完成的小项目，一键就能移除。</translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message>
        <source>new project “%label”</source>
        <translation>新建项目“%label”</translation>
    </message>
    <message>
        <source>branch “%label”</source>
        <translation>分支“%label”</translation>
    </message>
    <message>
        <source>branch “%label” by the assistant</source>
        <translation>助手开的分支“%label”</translation>
    </message>
    <message>
        <source>move of “%label”</source>
        <translation>移动“%label”</translation>
    </message>
    <message>
        <source>making “%label” a project</source>
        <translation>把“%label”变成项目</translation>
    </message>
    <message>
        <source>placing “%label”</source>
        <translation>摆放“%label”</translation>
    </message>
    <message>
        <source>tidying up “%label”</source>
        <translation>整理“%label”</translation>
    </message>
    <message>
        <source>renaming “%label”</source>
        <translation>重命名“%label”</translation>
    </message>
    <message>
        <source>archiving “%label”</source>
        <translation>归档“%label”</translation>
    </message>
    <message>
        <source>taking “%label” out of the archive</source>
        <translation>取消归档“%label”</translation>
    </message>
    <message>
        <source>deletion of “%label”</source>
        <translation>删除“%label”</translation>
    </message>
    <message>
        <source>restoring “%label”</source>
        <translation>恢复“%label”</translation>
    </message>
    <message>
        <source>arranging “%label”</source>
        <translation>排列“%label”</translation>
    </message>
    <message>
        <source>where branches of “%label” hang</source>
        <translation>“%label”的分支位置</translation>
    </message>
    <message>
        <source>changed instructions of “%label”</source>
        <translation>“%label”的指令改动</translation>
    </message>
    <message>
        <source>reference of “%label” to “%target”</source>
        <translation>“%label”对“%target”的引用</translation>
    </message>
    <message>
        <source>removed reference of “%label” to “%target”</source>
        <translation>移除“%label”对“%target”的引用</translation>
    </message>
    <message>
        <source>removed note in “%label”</source>
        <translation>移除“%label”中的笔记</translation>
    </message>
    <message>
        <source>note in “%label”</source>
        <translation>“%label”中的笔记</translation>
    </message>
    <message>
        <source>changed note in “%label”</source>
        <translation>修改“%label”中的笔记</translation>
    </message>
    <message>
        <source>Started “%label”</source>
        <translation>已新建“%label”</translation>
    </message>
    <message>
        <source>Opened “%label”</source>
        <translation>已打开“%label”</translation>
    </message>
    <message>
        <source>The assistant opened “%label”</source>
        <translation>助手开了“%label”</translation>
    </message>
    <message>
        <source>Moved “%label” under “%target”</source>
        <translation>已把“%label”移到“%target”之下</translation>
    </message>
    <message>
        <source>“%label” is a project of its own now</source>
        <translation>“%label”现在是独立的项目了</translation>
    </message>
    <message>
        <source>Placed “%label”</source>
        <translation>已摆放“%label”</translation>
    </message>
    <message>
        <source>Tidied up “%label”</source>
        <translation>已整理“%label”</translation>
    </message>
    <message>
        <source>Renamed to “%label”</source>
        <translation>已重命名为“%label”</translation>
    </message>
    <message>
        <source>Archived “%label”</source>
        <translation>已归档“%label”</translation>
    </message>
    <message>
        <source>Took “%label” out of the archive</source>
        <translation>已取消归档“%label”</translation>
    </message>
    <message>
        <source>Moved “%label” to the trash</source>
        <translation>已把“%label”移到回收站</translation>
    </message>
    <message>
        <source>Restored “%label”</source>
        <translation>已恢复“%label”</translation>
    </message>
    <message>
        <source>Arranged “%label”</source>
        <translation>已排列“%label”</translation>
    </message>
    <message>
        <source>Changed where branches of “%label” hang</source>
        <translation>已更改“%label”的分支位置</translation>
    </message>
    <message>
        <source>Changed the instructions of “%label”</source>
        <translation>已改动“%label”的指令</translation>
    </message>
    <message>
        <source>“%label” refers to “%target” now</source>
        <translation>“%label”现在引用“%target”</translation>
    </message>
    <message>
        <source>“%label” no longer refers to “%target”</source>
        <translation>“%label”不再引用“%target”</translation>
    </message>
    <message>
        <source>Removed a note from “%label”</source>
        <translation>已从“%label”移除一条笔记</translation>
    </message>
    <message>
        <source>Wrote a note in “%label”</source>
        <translation>已在“%label”写了一条笔记</translation>
    </message>
    <message>
        <source>Changed a note in “%label”</source>
        <translation>已修改“%label”中的一条笔记</translation>
    </message>
    <message numerus="yes">
        <source>Moved “%label” and what hangs below to the trash, %n conversation(s)</source>
        <translation>
            <numerusform>已把“%label”及其下的内容移到回收站，共 %Ln 个对话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Moved %n conversation(s) under “%target”</source>
        <translation>
            <numerusform>已把 %Ln 个对话移到“%target”之下</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Restored “%label”, %n conversation(s)</source>
        <translation>
            <numerusform>已恢复“%label”，共 %Ln 个对话</numerusform>
        </translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Undo %step</source>
        <translation>撤销：%step</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Redo %step</source>
        <translation>重做：%step</translation>
    </message>
    <message>
        <source>Undone: %step</source>
        <translation>已撤销：%step</translation>
    </message>
    <message>
        <source>Done again: %step</source>
        <translation>已重做：%step</translation>
    </message>
</context>
<context>
    <name>StoreErrorWindow</name>
    <message>
        <source>Setting it aside gives it another name in the same folder, where somebody may still repair it. Nothing is deleted.</source>
        <translation>搁置它，就是在同一个文件夹里给它改一个名字，以后仍有可能修复。不会删除任何东西。</translation>
    </message>
    <message>
        <source>There is a copy from %1. What was written after that is not in it.</source>
        <translation>有一份 %1 的副本。在那之后写的内容不在其中。</translation>
    </message>
    <message>
        <source>Set it aside and start anew</source>
        <translation>搁置它，重新开始</translation>
    </message>
    <message>
        <source>Open the copy</source>
        <translation>打开副本</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Show the folder</source>
        <translation>打开所在文件夹</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>SummariesPart</name>
    <message>
        <source>Summaries</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>A summary says in a few sentences what a conversation came to. Overviews are made from summaries, and conversations that refer to others read theirs. A conversation never reads its own.</source>
        <translation>摘要用几句话说明一个对话得出了什么。综述由摘要生成，引用其他对话的对话会读取它们的摘要。对话从不读取自己的摘要。</translation>
    </message>
    <message>
        <source>%1 of %2 conversations have a summary.</source>
        <translation>%2 个对话中有 %1 个已有摘要。</translation>
    </message>
    <message numerus="yes">
        <source>%n changed since.</source>
        <translation>
            <numerusform>%Ln 个此后有变化。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Summarise %n conversation(s)</source>
        <translation>
            <numerusform>为 %Ln 个对话生成摘要</numerusform>
        </translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message numerus="yes">
        <source>%n in the making. Your own messages go first.</source>
        <translation>
            <numerusform>正在生成 %Ln 份。你自己的消息优先。</numerusform>
        </translation>
    </message>
    <message>
        <source>The practice assistant is no AI. For summaries add an AI service in Settings.</source>
        <translation>练习助手不是 AI。如需摘要，请在设置中添加 AI 服务。</translation>
    </message>
    <message numerus="yes">
        <source>About %n more follow(s) for overviews, as chosen below.</source>
        <translation>
            <numerusform>按下方的选择，之后还有约 %Ln 次请求用于综述。</numerusform>
        </translation>
    </message>
    <message>
        <source>Where something is new, the practice assistant answers. It is no AI and summarises nothing.</source>
        <translation>有新内容的对话由练习助手回答。它不是 AI，不会生成摘要。</translation>
    </message>
    <message>
        <source>What is new has no words yet that could be summarised.</source>
        <translation>新的内容里还没有可以生成摘要的文字。</translation>
    </message>
    <message>
        <source>What has changed has a summary in your own words. It stays until you update it yourself.</source>
        <translation>有变化的对话用的是你手写的摘要。在你自己更新之前，它保持不变。</translation>
    </message>
    <message>
        <source>There is nothing new to summarise.</source>
        <translation>没有新的内容需要生成摘要。</translation>
    </message>
    <message numerus="yes">
        <source>About %n request(s), each to the service of its own conversation. What you wrote by hand stays.</source>
        <translation>
            <numerusform>约 %Ln 次请求，各发给对话自己的服务。你手写的内容保持不变。</numerusform>
        </translation>
    </message>
    <message>
        <source>When summaries are made</source>
        <translation>何时生成摘要</translation>
    </message>
    <message>
        <source>Manually</source>
        <translation>手动</translation>
    </message>
    <message>
        <source>On leaving</source>
        <translation>离开时</translation>
    </message>
    <message>
        <source>As I go</source>
        <translation>边聊边生成</translation>
    </message>
    <message>
        <source>There is nothing to summarise</source>
        <translation>没有需要生成摘要的内容</translation>
    </message>
</context>
<context>
    <name>SynthesisPart</name>
    <message>
        <source>Overview: %1</source>
        <translation>综述：%1</translation>
    </message>
    <message>
        <source>A reflection reads the summaries of all conversations together. It writes what they come to, and reminds single conversations of what concerns them.</source>
        <translation>生成综述时会一起阅读所有对话的摘要，写出它们共同得出的内容，并提醒各个对话与其相关的事项。</translation>
    </message>
    <message>
        <source>An overview says what all conversations come to. It is made from their summaries, and there is none yet: begin with them.</source>
        <translation>综述说明所有对话共同得出了什么。它由摘要生成，而现在还没有摘要：请从摘要开始。</translation>
    </message>
    <message>
        <source>Reflect now…</source>
        <translation>现在生成综述…</translation>
    </message>
    <message>
        <source>Go to the summaries</source>
        <translation>前往摘要</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消固定</translation>
    </message>
    <message>
        <source>Pin to the project</source>
        <translation>固定到项目</translation>
    </message>
</context>
<context>
    <name>TargetField</name>
    <message>
        <source>Choose a conversation</source>
        <translation>选择一个对话</translation>
    </message>
    <message>
        <source>Goes to</source>
        <translation>发往</translation>
    </message>
    <message>
        <source>Another conversation…</source>
        <translation>其他对话…</translation>
    </message>
    <message>
        <source>It goes to…</source>
        <translation>发往…</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>选择</translation>
    </message>
</context>
<context>
    <name>TechnicalText</name>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>复制详情</translation>
    </message>
    <message>
        <source>Hide details</source>
        <translation>收起详情</translation>
    </message>
</context>
<context>
    <name>Toast</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>TokenLine</name>
    <message numerus="yes">
        <source>about %n token(s)</source>
        <translation>
            <numerusform>约 %Ln 个 token</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1，上限 %2</translation>
    </message>
    <message>
        <source>The first request has %1</source>
        <translation>第一次请求%1</translation>
    </message>
</context>
<context>
    <name>TooLongStrip</name>
    <message>
        <source>This text is too long for this field (%1) and was not pasted.</source>
        <translation>这段文本对此处来说太长（%1），未粘贴。</translation>
    </message>
    <message>
        <source>Variables can stand in %1 places of a text; in this one they stand in more, and it was not pasted.</source>
        <translation>一段文本里最多有 %1 处可以是变量；这段文本超出了这个数，没有粘贴。</translation>
    </message>
    <message>
        <source>This field is full; it takes %1 characters.</source>
        <translation>此处已填满，最多可填 %1 个字符。</translation>
    </message>
    <message>
        <source>A paragraph takes %1 characters; this one is longer and was not pasted.</source>
        <translation>一个段落最多 %1 个字符；这一段更长，未粘贴。</translation>
    </message>
    <message>
        <source>This paragraph is full; it takes %1 characters. Enter begins another one.</source>
        <translation>这个段落已填满，最多 %1 个字符。按 Enter 另起一段。</translation>
    </message>
    <message>
        <source>Paste the beginning</source>
        <translation>粘贴开头部分</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>ToolsSection</name>
    <message>
        <source>What the assistant can do by itself</source>
        <translation>助手自己能做什么</translation>
    </message>
    <message>
        <source>This model cannot open branches by itself. Use the Branch button.</source>
        <translation>这个模型不能自己打开分支，请用“分支”按钮。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <comment>what a tool does, and its name</comment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Nothing but answer.</source>
        <translation>只能回答。</translation>
    </message>
    <message>
        <source>Opens a branch where a subject deserves a conversation of its own.</source>
        <translation>话题值得单独谈时，打开一个分支。</translation>
    </message>
    <message>
        <source>Reads one of its skills when it needs it.</source>
        <translation>需要时读取一项技能。</translation>
    </message>
</context>
<context>
    <name>TranscriptCanvas</name>
    <message>
        <source>Note</source>
        <translation>笔记</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>Your note</source>
        <translation>你的笔记</translation>
    </message>
    <message>
        <source>Opening message</source>
        <translation>开场消息</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>助手</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>正在思考…</translation>
    </message>
    <message>
        <source>Thought about it first</source>
        <translation>先思考了一番</translation>
    </message>
    <message>
        <source>This message is very long; show more of it</source>
        <translation>这条消息很长；显示更多</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
</context>
<context>
    <name>Trash</name>
    <message>
        <source>%1 · deleted %2</source>
        <translation>%1 · 删除于 %2</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>角色</translation>
    </message>
    <message>
        <source>Skill</source>
        <translation>技能</translation>
    </message>
    <message>
        <source>%1 · from “%3” · deleted %2</source>
        <translation>%1 · 来自“%3” · 删除于 %2</translation>
    </message>
    <message>
        <source>Nothing is written in it</source>
        <translation>里面什么也没有写</translation>
    </message>
    <message>
        <source>Begins with “%1”</source>
        <translation>开头是“%1”</translation>
    </message>
    <message>
        <source>Begun %1, without a message</source>
        <translation>%1 开始，没有消息</translation>
    </message>
    <message>
        <source>Begun %1: “%2”</source>
        <translation>%1 开始：“%2”</translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s)</source>
        <translation>
            <numerusform>%Ln 个对话</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n profile(s)</source>
        <translation>
            <numerusform>%Ln 个角色</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n skill(s)</source>
        <translation>
            <numerusform>%Ln 个技能</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s) will be destroyed with all messages. This cannot be undone. Everything else stays in the trash.</source>
        <translation>
            <numerusform>将销毁 %Ln 个对话及其全部消息，无法撤销。其余内容仍留在回收站。</numerusform>
        </translation>
    </message>
    <message>
        <source>The profile will be destroyed with everything that is written in it. This cannot be undone. Everything else stays in the trash.</source>
        <translation>这个角色及其中写下的全部内容将被彻底删除，无法撤销。其余内容仍留在回收站。</translation>
    </message>
    <message>
        <source>The skill will be destroyed with everything that is written in it. This cannot be undone. Everything else stays in the trash.</source>
        <translation>这个技能及其中写下的全部内容将被彻底删除，无法撤销。其余内容仍留在回收站。</translation>
    </message>
</context>
<context>
    <name>TrashPage</name>
    <message>
        <source>The trash is empty</source>
        <translation>回收站是空的</translation>
    </message>
    <message>
        <source>Delete “%1” for good?</source>
        <translation>彻底删除“%1”？</translation>
    </message>
    <message>
        <source>Restored “%1”</source>
        <translation>已恢复“%1”</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>彻底删除</translation>
    </message>
    <message>
        <source>Empty the trash?</source>
        <translation>清空回收站？</translation>
    </message>
    <message>
        <source>%1 will be destroyed for good. This cannot be undone.</source>
        <translation>%1将被彻底删除，无法撤销。</translation>
    </message>
    <message>
        <source>Deleted conversations, profiles and skills stay as they were until you empty the trash.</source>
        <translation>删除的对话、角色和技能会原样保留，直到你清空回收站。</translation>
    </message>
    <message>
        <source>Conversations, profiles and skills that you delete wait here until you empty it.</source>
        <translation>删除的对话、角色和技能会留在这里，直到你清空回收站。</translation>
    </message>
    <message>
        <source>Empty</source>
        <translation>清空</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>Empty the trash</source>
        <translation>清空回收站</translation>
    </message>
</context>
<context>
    <name>TrashRow</name>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Restore “%1”</source>
        <translation>恢复“%1”</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Delete “%1” for good</source>
        <translation>彻底删除“%1”</translation>
    </message>
    <message>
        <source>Delete it for good</source>
        <translation>彻底删除</translation>
    </message>
</context>
<context>
    <name>TreeRequests</name>
    <message>
        <source>New project</source>
        <translation>新建项目</translation>
    </message>
    <message>
        <source>New branch</source>
        <translation>新分支</translation>
    </message>
    <message>
        <source>“%1” is archived once its answer has ended</source>
        <translation>“%1”会在回答结束后归档</translation>
    </message>
    <message>
        <source>Moved the example to the trash</source>
        <translation>已把示例移到回收站</translation>
    </message>
</context>
<context>
    <name>TrialStrip</name>
    <message>
        <source>%1 %2 s</source>
        <translation>%1 %2 秒</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>复制命令</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>已复制</translation>
    </message>
</context>
<context>
    <name>TryFields</name>
    <message>
        <source>An imagined conversation</source>
        <translation>假想的对话</translation>
    </message>
    <message>
        <source>Try with: branching from</source>
        <translation>试用：从此对话开分支</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>选定</translation>
    </message>
    <message>
        <source>A branch still asks for %1.</source>
        <translation>开分支时还会询问%1。</translation>
    </message>
    <message>
        <source>A branch still asks for %1 and others.</source>
        <translation>分支仍会询问%1等。</translation>
    </message>
    <message>
        <source>The branch&apos;s own instructions</source>
        <translation>分支自己的指令</translation>
    </message>
    <message>
        <source>What only this branch is told; may be empty</source>
        <translation>只告诉此分支的内容；可以留空</translation>
    </message>
</context>
<context>
    <name>Twins</name>
    <message>
        <source>number %1 of %2 with this name, made %3</source>
        <translation>同名对话共 %2 个，这是第 %1 个，创建于 %3</translation>
    </message>
</context>
<context>
    <name>UnsentLine</name>
    <message>
        <source>Waiting to be sent, once the conversation is taken out of the archive</source>
        <translation>待发送，需先取消归档</translation>
    </message>
    <message>
        <source>Its turn comes next</source>
        <translation>接下来发送</translation>
    </message>
    <message>
        <source>Waiting for its turn</source>
        <translation>排队等待发送</translation>
    </message>
    <message>
        <source>Waiting to be sent</source>
        <translation>待发送</translation>
    </message>
    <message>
        <source>Send now</source>
        <translation>立即发送</translation>
    </message>
    <message>
        <source>Enter the key</source>
        <translation>输入密钥</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Waiting to be sent: %1 needs its key first</source>
        <translation>待发送：%1 需要先有密钥</translation>
    </message>
    <message>
        <source>Waiting to be sent: %1 did not accept the key</source>
        <translation>待发送：“%1”没有接受密钥</translation>
    </message>
    <message>
        <source>Waiting to be sent: this computer&apos;s keyring does not give the key of %1</source>
        <translation>待发送：这台电脑的系统密钥环没有给出 %1 的密钥</translation>
    </message>
</context>
<context>
    <name>UnsentWork</name>
    <message>
        <source>That message has left meanwhile; your change stands here.</source>
        <translation>那条消息已经发出；你的修改留在这里。</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>The message was removed</source>
        <translation>消息已移除</translation>
    </message>
    <message>
        <source>Bring it back</source>
        <translation>带回</translation>
    </message>
</context>
<context>
    <name>Usage</name>
    <message>
        <source>%1 sent · %2 answered</source>
        <translation>发送 %1 · 回答 %2</translation>
    </message>
    <message>
        <source>about %1 sent · %2 answered</source>
        <translation>约发送 %1 · 回答 %2</translation>
    </message>
    <message>
        <source>Earlier parts</source>
        <translation>较早的部分</translation>
    </message>
    <message>
        <source>Summaries</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Overviews</source>
        <translation>综述</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>至少 %1</translation>
    </message>
    <message>
        <source>about %1</source>
        <translation>约 %1</translation>
    </message>
    <message>
        <source>less than %1</source>
        <translation>不到 %1</translation>
    </message>
</context>
<context>
    <name>UsagePanel</name>
    <message>
        <source>Usage</source>
        <translation>用量</translation>
    </message>
    <message>
        <source>What is counted</source>
        <translation>统计范围</translation>
    </message>
    <message>
        <source>This conversation</source>
        <translation>这个对话</translation>
    </message>
    <message>
        <source>With all below it</source>
        <translation>连同其下所有对话</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Nothing has been counted here yet. The practice assistant uses no tokens.</source>
        <translation>这里还没有统计。练习助手不消耗 token。</translation>
    </message>
    <message numerus="yes">
        <source>%n more model(s)</source>
        <translation>
            <numerusform>另外 %Ln 个模型</numerusform>
        </translation>
    </message>
    <message>
        <source>All together</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>In</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Out</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token 数</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>“About”: the service did not count, so these tokens are estimated.</source>
        <translation>“约”：服务没有给出计数，这些 token 是估算的。</translation>
    </message>
    <message>
        <source>Prices that you write down in Settings, under AI services, make the cost complete.</source>
        <translation>在“设置”的“AI 服务”中填写价格后，费用才会完整。</translation>
    </message>
    <message>
        <source>What was asked for beside the answers has a line of its own.</source>
        <translation>回答之外的请求单独成行。</translation>
    </message>
    <message>
        <source>Answers that were replaced count too, since they were sent. What a branch took over counts where it was first answered.</source>
        <translation>被替换的回答也计算在内，因为它们确实发送过。分支带来的内容计入最初回答它的对话。</translation>
    </message>
</context>
<context>
    <name>VariableFields</name>
    <message>
        <source>Such as %1</source>
        <translation>例如 %1</translation>
    </message>
    <message>
        <source>a value is needed</source>
        <translation>需要填写</translation>
    </message>
</context>
<context>
    <name>VariableTable</name>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Not in the instructions any more</source>
        <translation>已不在指令中</translation>
    </message>
    <message>
        <source>Remove the variable “%1”</source>
        <translation>移除变量“%1”</translation>
    </message>
    <message>
        <source>Asked for as</source>
        <translation>询问时的说法</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>默认值</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>示例</translation>
    </message>
    <message>
        <source>Taken where a branch gives no value</source>
        <translation>分支没有给出值时采用</translation>
    </message>
    <message>
        <source>Shown greyed where the value is asked for</source>
        <translation>询问值的地方以灰色显示</translation>
    </message>
</context>
<context>
    <name>VersionStrip</name>
    <message>
        <source>Version %1 of %2</source>
        <translation>第 %1 个版本，共 %2 个</translation>
    </message>
    <message>
        <source>%1: “%2”</source>
        <translation>%1：“%2”</translation>
    </message>
    <message>
        <source>Earlier version</source>
        <translation>较早的版本</translation>
    </message>
    <message>
        <source>Later version</source>
        <translation>较晚的版本</translation>
    </message>
</context>
<context>
    <name>VersionedText</name>
    <message>
        <source>Version %1 · %2</source>
        <translation>版本 %1 · %2</translation>
    </message>
    <message>
        <source>This is version %1: %2. Another one holds now.</source>
        <translation>这是版本 %1：%2。现在使用的是另一个版本。</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>编辑</translation>
    </message>
    <message>
        <source>Write it by hand</source>
        <translation>手写</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>版本</translation>
    </message>
    <message>
        <source>Restore this version</source>
        <translation>恢复这个版本</translation>
    </message>
    <message>
        <source>Back to the newest</source>
        <translation>返回最新版本</translation>
    </message>
</context>
<context>
    <name>Waiting</name>
    <message>
        <source>Too many requests; trying again in %time (try %n)</source>
        <translation>请求过多；%time后重试（第 %n 次）</translation>
    </message>
    <message>
        <source>The service has a problem; trying again in %time (try %n)</source>
        <translation>服务出现问题；%time后重试（第 %n 次）</translation>
    </message>
    <message>
        <source>The service took too long; trying again in %time (try %n)</source>
        <translation>服务响应过慢；%time后重试（第 %n 次）</translation>
    </message>
    <message>
        <source>No connection; trying again in %time (try %n)</source>
        <translation>没有连接；%time后重试（第 %n 次）</translation>
    </message>
    <message>
        <source>No words for %time. It goes on until you stop it.</source>
        <translation>已有 %time没有新内容。会一直等待，直到你停止。</translation>
    </message>
    <message>
        <source>Still thinking… %time</source>
        <translation>仍在思考… %time</translation>
    </message>
    <message>
        <source>Summarising the earlier part…</source>
        <translation>正在为较早的部分写摘要…</translation>
    </message>
    <message>
        <source>The conversation is longer than the %1 tokens that the model reads. Summarising the earlier part, then sending it again…</source>
        <translation>对话超过了模型可读的 %1 个 token。正在为较早的部分写摘要，然后重新发送…</translation>
    </message>
    <message>
        <source>%s s</source>
        <translation>%s 秒</translation>
    </message>
    <message>
        <source>%m min %s s</source>
        <translation>%m 分 %s 秒</translation>
    </message>
    <message>
        <source>Trying again (try %n)</source>
        <translation>正在重试（第 %n 次）</translation>
    </message>
</context>
<context>
    <name>WaitingLine</name>
    <message>
        <source>Waiting for the answer</source>
        <translation>正在等待回答</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop waiting for the answer</source>
        <translation>停止等待回答</translation>
    </message>
</context>
<context>
    <name>WorkStrip</name>
    <message>
        <source>Enter the key…</source>
        <translation>输入密钥…</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Summarise it</source>
        <translation>生成摘要</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>忽略</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>暂不</translation>
    </message>
</context>
<context>
    <name>ZoomBar</name>
    <message>
        <source>Zoom out</source>
        <translation>缩小</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>放大</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>显示全部</translation>
    </message>
    <message>
        <source>Show at 100 %</source>
        <translation>按 100% 显示</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>适应</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1%</translation>
    </message>
</context>
<context>
    <name>_Note</name>
    <message>
        <source>Try this computer&apos;s keyring again</source>
        <translation>再次尝试系统密钥环</translation>
    </message>
</context>
<context>
    <name>_Parts</name>
    <message numerus="yes">
        <source>about %n token(s)</source>
        <translation>
            <numerusform>约 %Ln 个 token</numerusform>
        </translation>
    </message>
    <message>
        <source>not written yet</source>
        <translation>尚未写出</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
</context>
</TS>
