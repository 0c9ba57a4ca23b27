<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>BranchDialog</name>
    <message numerus="yes">
        <source>%n more of this kind.</source>
        <translation>
            <numerusform>%Ln more of this kind.</numerusform>
            <numerusform>%Ln more of this kind.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ComingAlong</name>
    <message numerus="yes">
        <source>%n message(s) come along as a summary, which %1 writes first.</source>
        <translation>
            <numerusform>%Ln message comes along as a summary, which %1 writes first.</numerusform>
            <numerusform>%Ln messages come along as a summary, which %1 writes first.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) before the edited one come along%1. The new text waits in the branch.</source>
        <translation>
            <numerusform>%Ln message before the edited one comes along%1. The new text waits in the branch.</numerusform>
            <numerusform>%Ln messages before the edited one come along%1. The new text waits in the branch.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) up to the chosen one come along%1. This conversation stays as it is.</source>
        <translation>
            <numerusform>%Ln message up to the chosen one comes along%1. This conversation stays as it is.</numerusform>
            <numerusform>%Ln messages up to the chosen one come along%1. This conversation stays as it is.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) come along%1. This conversation stays as it is.</source>
        <translation>
            <numerusform>%Ln message comes along%1. This conversation stays as it is.</numerusform>
            <numerusform>%Ln messages come along%1. This conversation stays as it is.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) would come along%1. With all the rest that makes about %2 tokens, and %4 reads %3.</source>
        <translation>
            <numerusform>%Ln message would come along%1. With all the rest that makes about %2 tokens, and %4 reads %3.</numerusform>
            <numerusform>%Ln messages would come along%1. With all the rest that makes about %2 tokens, and %4 reads %3.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ContextSection</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %Ln more</numerusform>
            <numerusform>%1 and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DigestPart</name>
    <message numerus="yes">
        <source>About %n request(s) to %1, which answers in this conversation.</source>
        <translation>
            <numerusform>One request to %1, which answers in this conversation.</numerusform>
            <numerusform>About %Ln requests to %1, which answers in this conversation.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DropHint</name>
    <message numerus="yes">
        <source>Let go to quote %n file(s) in your message</source>
        <translation>
            <numerusform>Let go to quote %Ln file in your message</numerusform>
            <numerusform>Let go to quote %Ln files in your message</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EarlierLine</name>
    <message numerus="yes">
        <source>%n earlier message(s) are not sent any more</source>
        <translation>
            <numerusform>%Ln earlier message is not sent any more</numerusform>
            <numerusform>%Ln earlier messages are not sent any more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Earlier part summarised: %n message(s)</source>
        <translation>
            <numerusform>Earlier part summarised: %Ln message</numerusform>
            <numerusform>Earlier part summarised: %Ln messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message numerus="yes">
        <source>Export %n profile(s)</source>
        <translation>
            <numerusform>Export %Ln profile</numerusform>
            <numerusform>Export %Ln profiles</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Fields</name>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation>
            <numerusform>%Ln message</numerusform>
            <numerusform>%Ln messages</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FolderView</name>
    <message numerus="yes">
        <source>%n skill(s) found.</source>
        <translation>
            <numerusform>%Ln skill found.</numerusform>
            <numerusform>%Ln skills found.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them is new or has changed and waits for your word.</source>
        <translation>
            <numerusform>%Ln of them is new or has changed and waits for your word.</numerusform>
            <numerusform>%Ln of them are new or have changed and wait for your word.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Use all as they are now (%n)</source>
        <translation>
            <numerusform>Use as it is now (%Ln)</numerusform>
            <numerusform>Use all as they are now (%Ln)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HeldSummaries</name>
    <message numerus="yes">
        <source>The summary of “%1” takes about %n request(s), so it was not begun by itself.</source>
        <translation>
            <numerusform>The summary of “%1” takes about one request, so it was not begun by itself.</numerusform>
            <numerusform>The summary of “%1” takes about %Ln requests, so it was not begun by itself.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %n profile(s)</source>
        <translation>
            <numerusform>Add %Ln profile</numerusform>
            <numerusform>Add %Ln profiles</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Add %n skill(s)</source>
        <translation>
            <numerusform>Add %Ln skill</numerusform>
            <numerusform>Add %Ln skills</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>InsightRows</name>
    <message numerus="yes">
        <source>%n wait(s)</source>
        <translation>
            <numerusform>%Ln waits</numerusform>
            <numerusform>%Ln wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%Ln changed</numerusform>
            <numerusform>%Ln changed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Insights</name>
    <message numerus="yes">
        <source>from %n summary(s)</source>
        <translation>
            <numerusform>from %Ln summary</numerusform>
            <numerusform>from %Ln summaries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>This conversation is long: its summary takes about %n request(s) to %1, so it was not begun by itself.</source>
        <translation>
            <numerusform>This conversation is long: its summary takes about one request to %1, so it was not begun by itself.</numerusform>
            <numerusform>This conversation is long: its summary takes about %Ln requests to %1, so it was not begun by itself.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>With every %n message(s) of yours in a conversation, two more requests as a rule: one for its summary, one for the overview. What is long takes several; above eight you are asked first. A paid service charges for them as for messages; on this computer they cost time alone.</source>
        <translation>
            <numerusform>With every message of yours in a conversation, two more requests as a rule: one for its summary, one for the overview. What is long takes several; above eight you are asked first. A paid service charges for them as for messages; on this computer they cost time alone.</numerusform>
            <numerusform>With every %Ln messages of yours in a conversation, two more requests as a rule: one for its summary, one for the overview. What is long takes several; above eight you are asked first. A paid service charges for them as for messages; on this computer they cost time alone.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n up to date</source>
        <translation>
            <numerusform>%Ln up to date</numerusform>
            <numerusform>%Ln up to date</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n with a summary in your own words</source>
        <translation>
            <numerusform>%Ln with a summary in your own words</numerusform>
            <numerusform>%Ln with a summary in your own words</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n in which nothing was asked yet</source>
        <translation>
            <numerusform>%Ln in which nothing was asked yet</numerusform>
            <numerusform>%Ln in which nothing was asked yet</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n where the practice assistant answers</source>
        <translation>
            <numerusform>%Ln where the practice assistant answers</numerusform>
            <numerusform>%Ln where the practice assistant answers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Lists</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %Ln more</numerusform>
            <numerusform>%1 and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>MemorySection</name>
    <message numerus="yes">
        <source>%n reminder(s) go along with the next message.</source>
        <translation>
            <numerusform>%Ln reminder goes along with the next message.</numerusform>
            <numerusform>%Ln reminders go along with the next message.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OutboxBar</name>
    <message numerus="yes">
        <source>%1 answers again; %n message(s) can be sent</source>
        <translation>
            <numerusform>%1 answers again; %Ln message can be sent</numerusform>
            <numerusform>%1 answers again; %Ln messages can be sent</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The connection is back; %n message(s) can be sent</source>
        <translation>
            <numerusform>The connection is back; %Ln message can be sent</numerusform>
            <numerusform>The connection is back; %Ln messages can be sent</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The key is there; %n message(s) can be sent</source>
        <translation>
            <numerusform>The key is there; %Ln message can be sent</numerusform>
            <numerusform>The key is there; %Ln messages can be sent</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Sending; %n message(s) left</source>
        <translation>
            <numerusform>Sending; %Ln message left</numerusform>
            <numerusform>Sending; %Ln messages left</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) wait: their AI service did not accept the key</source>
        <translation>
            <numerusform>%Ln message waits: its AI service did not accept the key</numerusform>
            <numerusform>%Ln messages wait: their AI service did not accept the key</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) wait for the key of their AI service</source>
        <translation>
            <numerusform>%Ln message waits for the key of its AI service</numerusform>
            <numerusform>%Ln messages wait for the key of their AI service</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 does not answer: is it running? %n message(s) wait</source>
        <translation>
            <numerusform>%1 does not answer: is it running? %Ln message waits</numerusform>
            <numerusform>%1 does not answer: is it running? %Ln messages wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Offline: %n message(s) wait</source>
        <translation>
            <numerusform>Offline: %Ln message waits</numerusform>
            <numerusform>Offline: %Ln messages wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 answers again: %n message(s) wait</source>
        <translation>
            <numerusform>%1 answers again: %Ln message waits</numerusform>
            <numerusform>%1 answers again: %Ln messages wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The connection is back: %n message(s) wait</source>
        <translation>
            <numerusform>The connection is back: %Ln message waits</numerusform>
            <numerusform>The connection is back: %Ln messages wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) wait to be sent</source>
        <translation>
            <numerusform>%Ln message waits to be sent</numerusform>
            <numerusform>%Ln messages wait to be sent</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OutlineModel</name>
    <message numerus="yes">
        <source>%n message(s) wait to be sent</source>
        <translation>
            <numerusform>%Ln message waits to be sent</numerusform>
            <numerusform>%Ln messages wait to be sent</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unread answer(s)</source>
        <translation>
            <numerusform>%Ln unread answer</numerusform>
            <numerusform>%Ln unread answers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProblemList</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProfileDeeds</name>
    <message numerus="yes">
        <source>Brought back %n profile(s)</source>
        <translation>
            <numerusform>Brought back %Ln profile</numerusform>
            <numerusform>Brought back %Ln profiles</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All are there; %n of them is not as it was</source>
        <translation>
            <numerusform>All are there; %Ln of them is not as it was</numerusform>
            <numerusform>All are there; %Ln of them are not as they were</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Added %n profile(s)</source>
        <translation>
            <numerusform>Added %Ln profile</numerusform>
            <numerusform>Added %Ln profiles</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProfileFiles</name>
    <message numerus="yes">
        <source>Added %n profile(s)</source>
        <translation>
            <numerusform>Added %Ln profile</numerusform>
            <numerusform>Added %Ln profiles</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Added %n skill(s)</source>
        <translation>
            <numerusform>Added %Ln skill</numerusform>
            <numerusform>Added %Ln skills</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProfileRows</name>
    <message numerus="yes">
        <source>Archived, %n profile(s)</source>
        <translation>
            <numerusform>Archived, %Ln profile</numerusform>
            <numerusform>Archived, %Ln profiles</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Proposing</name>
    <message numerus="yes">
        <source>The first %n message(s) were read as their summary.</source>
        <translation>
            <numerusform>The first message was read as its summary.</numerusform>
            <numerusform>The first %Ln messages were read as their summary.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) were not read: the model has no room for them.</source>
        <translation>
            <numerusform>One message was not read: the model has no room for it.</numerusform>
            <numerusform>%Ln messages were not read: the model has no room for them.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReflectDialog</name>
    <message numerus="yes">
        <source>%n summary(s) could be read, but the practice assistant cannot reflect. Choose an AI service.</source>
        <translation>
            <numerusform>%Ln summary could be read, but the practice assistant cannot reflect. Choose an AI service.</numerusform>
            <numerusform>%Ln summaries could be read, but the practice assistant cannot reflect. Choose an AI service.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>One request: %n summary(s) go to %1.</source>
        <translation>
            <numerusform>One request: %Ln summary goes to %1.</numerusform>
            <numerusform>One request: %Ln summaries go to %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them belong to conversations that answer with another service (%2).</source>
        <translation>
            <numerusform>%Ln of them belongs to a conversation that answers with another service (%2).</numerusform>
            <numerusform>%Ln of them belong to conversations that answer with another service (%2).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No reminder goes to %n conversation(s) that answer with another service: it could take what was said elsewhere there.</source>
        <translation>
            <numerusform>No reminder goes to one conversation that answers with another service: it could take what was said elsewhere there.</numerusform>
            <numerusform>No reminder goes to %Ln conversations that answer with other services: it could take what was said elsewhere there.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Left out: %n conversation(s) without a summary.</source>
        <translation>
            <numerusform>Left out: %Ln conversation without a summary.</numerusform>
            <numerusform>Left out: %Ln conversations without a summary.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Left out: %n summary(s) for which the model has no room.</source>
        <translation>
            <numerusform>Left out: %Ln summary for which the model has no room.</numerusform>
            <numerusform>Left out: %Ln summaries for which the model has no room.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReminderBar</name>
    <message numerus="yes">
        <source>%n reminder(s) are held back: they were not written for %1, which answers here now</source>
        <translation>
            <numerusform>A reminder is held back: it was not written for %1, which answers here now</numerusform>
            <numerusform>%Ln reminders are held back: they were not written for %1, which answers here now</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n reminder(s) go along with the message that is being answered</source>
        <translation>
            <numerusform>%Ln reminder goes along with the message that is being answered</numerusform>
            <numerusform>%Ln reminders go along with the message that is being answered</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n reminder(s) went along with your message</source>
        <translation>
            <numerusform>%Ln reminder went along with your message</numerusform>
            <numerusform>%Ln reminders went along with your message</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n reminder(s) go along with your next message</source>
        <translation>
            <numerusform>%Ln reminder goes along with your next message</numerusform>
            <numerusform>%Ln reminders go along with your next message</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RemindersPart</name>
    <message numerus="yes">
        <source>Show %n more</source>
        <translation>
            <numerusform>Show %Ln more</numerusform>
            <numerusform>Show %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RequestView</name>
    <message numerus="yes">
        <source>%n message(s) wait here. This is what the first of them sends.</source>
        <translation>
            <numerusform>%Ln message waits here. This is what the first of them sends.</numerusform>
            <numerusform>%Ln messages wait here. This is what the first of them sends.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ServiceSheet</name>
    <message numerus="yes">
        <source>%n model(s) found.</source>
        <translation>
            <numerusform>%Ln model found.</numerusform>
            <numerusform>%Ln models found.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s) answer with it. From the next message on they go to %1.</source>
        <translation>
            <numerusform>%Ln conversation answers with it. From the next message on it goes to %1.</numerusform>
            <numerusform>%Ln conversations answer with it. From the next message on they go to %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ServicesSection</name>
    <message numerus="yes">
        <source>%n conversation(s) will ask you for another service</source>
        <translation>
            <numerusform>%Ln conversation will ask you for another service</numerusform>
            <numerusform>%Ln conversations will ask you for another service</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SkillDeeds</name>
    <message numerus="yes">
        <source>Brought back %n skill(s)</source>
        <translation>
            <numerusform>Brought back %Ln skill</numerusform>
            <numerusform>Brought back %Ln skills</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All are there; %n of them is not as it was</source>
        <translation>
            <numerusform>All are there; %Ln of them is not as it was</numerusform>
            <numerusform>All are there; %Ln of them are not as they were</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Added %n skill(s)</source>
        <translation>
            <numerusform>Added %Ln skill</numerusform>
            <numerusform>Added %Ln skills</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n skill(s) found.</source>
        <translation>
            <numerusform>%Ln skill found.</numerusform>
            <numerusform>%Ln skills found.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other(s) cannot be used; the list says why.</source>
        <translation>
            <numerusform>%Ln other cannot be used; the list says why.</numerusform>
            <numerusform>%Ln others cannot be used; the list says why.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SkillRows</name>
    <message numerus="yes">
        <source>Archived (%n)</source>
        <translation>
            <numerusform>Archived (%Ln)</numerusform>
            <numerusform>Archived (%Ln)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cannot be used (%n)</source>
        <translation>
            <numerusform>Cannot be used (%Ln)</numerusform>
            <numerusform>Cannot be used (%Ln)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SkillUsersView</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s) can use it</source>
        <translation>
            <numerusform>%Ln conversation can use it</numerusform>
            <numerusform>%Ln conversations can use it</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cannot, because they are limited to other skills.</source>
        <translation>
            <numerusform>%Ln cannot, because it is limited to other skills.</numerusform>
            <numerusform>%Ln cannot, because they are limited to other skills.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message numerus="yes">
        <source>Moved “%label” and what hangs below to the trash, %n conversation(s)</source>
        <translation>
            <numerusform>Moved “%label” to the trash, %Ln conversation</numerusform>
            <numerusform>Moved “%label” and what hangs below to the trash, %Ln conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Moved %n conversation(s) under “%target”</source>
        <translation>
            <numerusform>Moved %Ln conversation under “%target”</numerusform>
            <numerusform>Moved %Ln conversations under “%target”</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Restored “%label”, %n conversation(s)</source>
        <translation>
            <numerusform>Restored “%label”, %Ln conversation</numerusform>
            <numerusform>Restored “%label”, %Ln conversations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SummariesPart</name>
    <message numerus="yes">
        <source>%n changed since.</source>
        <translation>
            <numerusform>%Ln changed since.</numerusform>
            <numerusform>%Ln changed since.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Summarise %n conversation(s)</source>
        <translation>
            <numerusform>Summarise %Ln conversation</numerusform>
            <numerusform>Summarise %Ln conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n in the making. Your own messages go first.</source>
        <translation>
            <numerusform>%Ln in the making. Your own messages go first.</numerusform>
            <numerusform>%Ln in the making. Your own messages go first.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>About %n request(s), each to the service of its own conversation. What you wrote by hand stays.</source>
        <translation>
            <numerusform>About %Ln request, to the service of its own conversation. What you wrote by hand stays.</numerusform>
            <numerusform>About %Ln requests, each to the service of its own conversation. What you wrote by hand stays.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>About %n more follow(s) for overviews, as chosen below.</source>
        <translation>
            <numerusform>About one more follows for the overview, as chosen below.</numerusform>
            <numerusform>About %Ln more follow for overviews, as chosen below.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TokenLine</name>
    <message numerus="yes">
        <source>about %n token(s)</source>
        <translation>
            <numerusform>about %Ln token</numerusform>
            <numerusform>about %Ln tokens</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Trash</name>
    <message numerus="yes">
        <source>%n conversation(s)</source>
        <translation>
            <numerusform>%Ln conversation</numerusform>
            <numerusform>%Ln conversations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n profile(s)</source>
        <translation>
            <numerusform>%Ln profile</numerusform>
            <numerusform>%Ln profiles</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n skill(s)</source>
        <translation>
            <numerusform>%Ln skill</numerusform>
            <numerusform>%Ln skills</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s) will be destroyed with all messages. This cannot be undone. Everything else stays in the trash.</source>
        <translation>
            <numerusform>%Ln conversation will be destroyed with all messages. This cannot be undone. Everything else stays in the trash.</numerusform>
            <numerusform>%Ln conversations will be destroyed with all messages. This cannot be undone. Everything else stays in the trash.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>UsagePanel</name>
    <message numerus="yes">
        <source>%n more model(s)</source>
        <translation>
            <numerusform>%Ln more model</numerusform>
            <numerusform>%Ln more models</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_Parts</name>
    <message numerus="yes">
        <source>about %n token(s)</source>
        <translation>
            <numerusform>about %Ln token</numerusform>
            <numerusform>about %Ln tokens</numerusform>
        </translation>
    </message>
</context>
</TS>
