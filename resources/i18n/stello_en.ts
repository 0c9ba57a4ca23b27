<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>ComingAlong</name>
    <message numerus="yes">
        <source>%n message(s) come along as a summary, which %1 writes first.</source>
        <translation>
            <numerusform>%n message comes along as a summary, which %1 writes first.</numerusform>
            <numerusform>%n messages come along as a summary, which %1 writes first.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) before the edited one come along%1. The new text waits in the branch.</source>
        <translation>
            <numerusform>%n message before the edited one comes along%1. The new text waits in the branch.</numerusform>
            <numerusform>%n messages before the edited one come along%1. The new text waits in the branch.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) up to the chosen one come along%1. This conversation stays as it is.</source>
        <translation>
            <numerusform>%n message up to the chosen one comes along%1. This conversation stays as it is.</numerusform>
            <numerusform>%n messages up to the chosen one come along%1. This conversation stays as it is.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) come along%1. This conversation stays as it is.</source>
        <translation>
            <numerusform>%n message comes along%1. This conversation stays as it is.</numerusform>
            <numerusform>%n messages come along%1. This conversation stays as it is.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) would come along%1; that is more than the %2 tokens that %3 reads. Take a summary or nothing, or another model.</source>
        <translation>
            <numerusform>%n message would come along%1; that is more than the %2 tokens that %3 reads. Take a summary or nothing, or another model.</numerusform>
            <numerusform>%n messages would come along%1; that is more than the %2 tokens that %3 reads. Take a summary or nothing, or another model.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ContextSection</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DigestPart</name>
    <message numerus="yes">
        <source>About %n request(s) to %1, which answers in this conversation.</source>
        <translation>
            <numerusform>One request to %1, which answers in this conversation.</numerusform>
            <numerusform>About %n requests to %1, which answers in this conversation.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DropHint</name>
    <message numerus="yes">
        <source>Let go to quote %n file(s) in your message</source>
        <translation>
            <numerusform>Let go to quote %n file in your message</numerusform>
            <numerusform>Let go to quote %n files in your message</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EarlierLine</name>
    <message numerus="yes">
        <source>%n earlier message(s) are not sent any more</source>
        <translation>
            <numerusform>%n earlier message is not sent any more</numerusform>
            <numerusform>%n earlier messages are not sent any more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Earlier part summarised: %n message(s)</source>
        <translation>
            <numerusform>Earlier part summarised: %n message</numerusform>
            <numerusform>Earlier part summarised: %n messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message numerus="yes">
        <source>Export %n profile(s)</source>
        <translation>
            <numerusform>Export %n profile</numerusform>
            <numerusform>Export %n profiles</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Fields</name>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%n message</numerusform>
            <numerusform>%n messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FolderView</name>
    <message numerus="yes">
        <source>%n skill(s) found.</source>
        <translation>
            <numerusform>%n skill found.</numerusform>
            <numerusform>%n skills found.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them is new or has changed and waits for your word.</source>
        <translation>
            <numerusform>%n of them is new or has changed and waits for your word.</numerusform>
            <numerusform>%n of them are new or have changed and wait for your word.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Use all as they are now (%n)</source>
        <translation>
            <numerusform>Use as it is now (%n)</numerusform>
            <numerusform>Use all as they are now (%n)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HeldSummaries</name>
    <message numerus="yes">
        <source>The summary of “%1” takes about %n request(s), so it was not begun by itself.</source>
        <translation>
            <numerusform>The summary of “%1” takes about one request, so it was not begun by itself.</numerusform>
            <numerusform>The summary of “%1” takes about %n requests, so it was not begun by itself.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %n profile(s)</source>
        <translation>
            <numerusform>Add %n profile</numerusform>
            <numerusform>Add %n profiles</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %n skill(s)</source>
        <translation>
            <numerusform>Add %n skill</numerusform>
            <numerusform>Add %n skills</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>InsightRows</name>
    <message numerus="yes">
        <source>%n wait(s)</source>
        <translation>
            <numerusform>%n waits</numerusform>
            <numerusform>%n wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n changed</numerusform>
            <numerusform>%n changed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Insights</name>
    <message numerus="yes">
        <source>from %n summary(s)</source>
        <translation>
            <numerusform>from %n summary</numerusform>
            <numerusform>from %n summaries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This conversation is long: its summary takes about %n request(s) to %1, so it was not begun by itself.</source>
        <translation>
            <numerusform>This conversation is long: its summary takes about one request to %1, so it was not begun by itself.</numerusform>
            <numerusform>This conversation is long: its summary takes about %n requests to %1, so it was not begun by itself.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>With every %n message(s) of yours in a conversation, two more requests as a rule: one for its summary, one for the overview. What is long takes several; above eight you are asked first. A paid service charges for them as for messages; on this computer they cost time alone.</source>
        <translation>
            <numerusform>With every message of yours in a conversation, two more requests as a rule: one for its summary, one for the overview. What is long takes several; above eight you are asked first. A paid service charges for them as for messages; on this computer they cost time alone.</numerusform>
            <numerusform>With every %n messages of yours in a conversation, two more requests as a rule: one for its summary, one for the overview. What is long takes several; above eight you are asked first. A paid service charges for them as for messages; on this computer they cost time alone.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MemorySection</name>
    <message numerus="yes">
        <source>%n reminder(s) go along with the next message.</source>
        <translation>
            <numerusform>%n reminder goes along with the next message.</numerusform>
            <numerusform>%n reminders go along with the next message.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>News</name>
    <message numerus="yes">
        <source>%n conversation(s) destroyed</source>
        <translation>
            <numerusform>%n conversation destroyed</numerusform>
            <numerusform>%n conversations destroyed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OutboxBar</name>
    <message numerus="yes">
        <source>The connection is back; %n message(s) can be sent</source>
        <translation>
            <numerusform>The connection is back; %n message can be sent</numerusform>
            <numerusform>The connection is back; %n messages can be sent</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The key is there; %n message(s) can be sent</source>
        <translation>
            <numerusform>The key is there; %n message can be sent</numerusform>
            <numerusform>The key is there; %n messages can be sent</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Sending; %n message(s) left</source>
        <translation>
            <numerusform>Sending; %n message left</numerusform>
            <numerusform>Sending; %n messages left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) wait for the key of their AI service</source>
        <translation>
            <numerusform>%n message waits for the key of its AI service</numerusform>
            <numerusform>%n messages wait for the key of their AI service</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Offline: %n message(s) wait</source>
        <translation>
            <numerusform>Offline: %n message waits</numerusform>
            <numerusform>Offline: %n messages wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) wait to be sent</source>
        <translation>
            <numerusform>%n message waits to be sent</numerusform>
            <numerusform>%n messages wait to be sent</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OutlineModel</name>
    <message numerus="yes">
        <source>%n unread answer(s)</source>
        <translation>
            <numerusform>%n unread answer</numerusform>
            <numerusform>%n unread answers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProblemList</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProfileDeeds</name>
    <message numerus="yes">
        <source>Brought back %n profile(s)</source>
        <translation>
            <numerusform>Brought back %n profile</numerusform>
            <numerusform>Brought back %n profiles</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All are there; %n of them is not as it was</source>
        <translation>
            <numerusform>All are there; %n of them is not as it was</numerusform>
            <numerusform>All are there; %n of them are not as they were</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Added %n profile(s)</source>
        <translation>
            <numerusform>Added %n profile</numerusform>
            <numerusform>Added %n profiles</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProfileFiles</name>
    <message numerus="yes">
        <source>Added %n profile(s)</source>
        <translation>
            <numerusform>Added %n profile</numerusform>
            <numerusform>Added %n profiles</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Added %n skill(s)</source>
        <translation>
            <numerusform>Added %n skill</numerusform>
            <numerusform>Added %n skills</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProfileRows</name>
    <message numerus="yes">
        <source>Archived, %n profile(s)</source>
        <translation>
            <numerusform>Archived, %n profile</numerusform>
            <numerusform>Archived, %n profiles</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Proposing</name>
    <message numerus="yes">
        <source>The first %n message(s) were read as their summary.</source>
        <translation>
            <numerusform>The first message was read as its summary.</numerusform>
            <numerusform>The first %n messages were read as their summary.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) were not read: the model has no room for them.</source>
        <translation>
            <numerusform>One message was not read: the model has no room for it.</numerusform>
            <numerusform>%n messages were not read: the model has no room for them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReflectDialog</name>
    <message numerus="yes">
        <source>%n summary(s) could be read, but the practice assistant cannot reflect. Choose an AI service.</source>
        <translation>
            <numerusform>%n summary could be read, but the practice assistant cannot reflect. Choose an AI service.</numerusform>
            <numerusform>%n summaries could be read, but the practice assistant cannot reflect. Choose an AI service.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>One request: %n summary(s) go to %1.</source>
        <translation>
            <numerusform>One request: %n summary goes to %1.</numerusform>
            <numerusform>One request: %n summaries go to %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them belong to conversations that answer with another service (%2).</source>
        <translation>
            <numerusform>%n of them belongs to a conversation that answers with another service (%2).</numerusform>
            <numerusform>%n of them belong to conversations that answer with another service (%2).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No reminder goes to %n conversation(s) that answer with another service: it could take what was said elsewhere there.</source>
        <translation>
            <numerusform>No reminder goes to one conversation that answers with another service: it could take what was said elsewhere there.</numerusform>
            <numerusform>No reminder goes to %n conversations that answer with other services: it could take what was said elsewhere there.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Left out: %n conversation(s) without a summary.</source>
        <translation>
            <numerusform>Left out: %n conversation without a summary.</numerusform>
            <numerusform>Left out: %n conversations without a summary.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Left out: %n summary(s) for which the model has no room.</source>
        <translation>
            <numerusform>Left out: %n summary for which the model has no room.</numerusform>
            <numerusform>Left out: %n summaries for which the model has no room.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReminderBar</name>
    <message numerus="yes">
        <source>%n reminder(s) are held back: they were not written for %1, which answers here now</source>
        <translation>
            <numerusform>A reminder is held back: it was not written for %1, which answers here now</numerusform>
            <numerusform>%n reminders are held back: they were not written for %1, which answers here now</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n reminder(s) go along with the message that is being answered</source>
        <translation>
            <numerusform>%n reminder goes along with the message that is being answered</numerusform>
            <numerusform>%n reminders go along with the message that is being answered</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n reminder(s) went along with your message</source>
        <translation>
            <numerusform>%n reminder went along with your message</numerusform>
            <numerusform>%n reminders went along with your message</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n reminder(s) go along with your next message</source>
        <translation>
            <numerusform>%n reminder goes along with your next message</numerusform>
            <numerusform>%n reminders go along with your next message</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RemindersPart</name>
    <message numerus="yes">
        <source>Show %n more</source>
        <translation>
            <numerusform>Show %n more</numerusform>
            <numerusform>Show %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ServiceSheet</name>
    <message numerus="yes">
        <source>%n model(s) found.</source>
        <translation>
            <numerusform>%n model found.</numerusform>
            <numerusform>%n models found.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s) answer with it. From the next message on they go to %1.</source>
        <translation>
            <numerusform>%n conversation answers with it. From the next message on it goes to %1.</numerusform>
            <numerusform>%n conversations answer with it. From the next message on they go to %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ServicesSection</name>
    <message numerus="yes">
        <source>%n conversation(s) will ask you for another service</source>
        <translation>
            <numerusform>%n conversation will ask you for another service</numerusform>
            <numerusform>%n conversations will ask you for another service</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SkillDeeds</name>
    <message numerus="yes">
        <source>Brought back %n skill(s)</source>
        <translation>
            <numerusform>Brought back %n skill</numerusform>
            <numerusform>Brought back %n skills</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All are there; %n of them is not as it was</source>
        <translation>
            <numerusform>All are there; %n of them is not as it was</numerusform>
            <numerusform>All are there; %n of them are not as they were</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Added %n skill(s)</source>
        <translation>
            <numerusform>Added %n skill</numerusform>
            <numerusform>Added %n skills</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n skill(s) found.</source>
        <translation>
            <numerusform>%n skill found.</numerusform>
            <numerusform>%n skills found.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other(s) cannot be used; the list says why.</source>
        <translation>
            <numerusform>%n other cannot be used; the list says why.</numerusform>
            <numerusform>%n others cannot be used; the list says why.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SkillRows</name>
    <message numerus="yes">
        <source>Archived (%n)</source>
        <translation>
            <numerusform>Archived (%n)</numerusform>
            <numerusform>Archived (%n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cannot be used (%n)</source>
        <translation>
            <numerusform>Cannot be used (%n)</numerusform>
            <numerusform>Cannot be used (%n)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SkillUsersView</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s) can use it</source>
        <translation>
            <numerusform>%n conversation can use it</numerusform>
            <numerusform>%n conversations can use it</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cannot, because they are limited to other skills.</source>
        <translation>
            <numerusform>%n cannot, because it is limited to other skills.</numerusform>
            <numerusform>%n cannot, because they are limited to other skills.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message numerus="yes">
        <source>Moved “%label” and what hangs below to the trash, %n conversation(s)</source>
        <translation>
            <numerusform>Moved “%label” to the trash, %n conversation</numerusform>
            <numerusform>Moved “%label” and what hangs below to the trash, %n conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Moved %n conversation(s) under “%target”</source>
        <translation>
            <numerusform>Moved %n conversation under “%target”</numerusform>
            <numerusform>Moved %n conversations under “%target”</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Restored “%label”, %n conversation(s)</source>
        <translation>
            <numerusform>Restored “%label”, %n conversation</numerusform>
            <numerusform>Restored “%label”, %n conversations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SummariesPart</name>
    <message numerus="yes">
        <source>%n changed since.</source>
        <translation>
            <numerusform>%n changed since.</numerusform>
            <numerusform>%n changed since.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Summarise %n conversation(s)</source>
        <translation>
            <numerusform>Summarise %n conversation</numerusform>
            <numerusform>Summarise %n conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n in the making. Your own messages go first.</source>
        <translation>
            <numerusform>%n in the making. Your own messages go first.</numerusform>
            <numerusform>%n in the making. Your own messages go first.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>About %n request(s), each to the service of its own conversation. What you wrote by hand stays.</source>
        <translation>
            <numerusform>About %n request, to the service of its own conversation. What you wrote by hand stays.</numerusform>
            <numerusform>About %n requests, each to the service of its own conversation. What you wrote by hand stays.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>About %n more follow(s) for overviews, as chosen below.</source>
        <translation>
            <numerusform>About one more follows for the overview, as chosen below.</numerusform>
            <numerusform>About %n more follow for overviews, as chosen below.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TokenLine</name>
    <message numerus="yes">
        <source>about %n token(s)</source>
        <translation>
            <numerusform>about %n token</numerusform>
            <numerusform>about %n tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TrashPage</name>
    <message numerus="yes">
        <source>and %n older deletion(s)</source>
        <translation>
            <numerusform>and %n older deletion</numerusform>
            <numerusform>and %n older deletions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s)</source>
        <translation>
            <numerusform>%n conversation</numerusform>
            <numerusform>%n conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s) will be destroyed with all messages. This cannot be undone. Everything else stays in the trash.</source>
        <translation>
            <numerusform>%n conversation will be destroyed with all messages. This cannot be undone. Everything else stays in the trash.</numerusform>
            <numerusform>%n conversations will be destroyed with all messages. This cannot be undone. Everything else stays in the trash.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s) will be destroyed for good. This cannot be undone.</source>
        <translation>
            <numerusform>%n conversation will be destroyed for good. This cannot be undone.</numerusform>
            <numerusform>%n conversations will be destroyed for good. This cannot be undone.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>UsagePanel</name>
    <message numerus="yes">
        <source>%n more model(s)</source>
        <translation>
            <numerusform>%n more model</numerusform>
            <numerusform>%n more models</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_Parts</name>
    <message numerus="yes">
        <source>about %n token(s)</source>
        <translation>
            <numerusform>about %n token</numerusform>
            <numerusform>about %n tokens</numerusform>
        </translation>
    </message>
</context>
</TS>
