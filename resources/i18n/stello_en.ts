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
    <name>Fields</name>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OutboxBar</name>
    <message numerus="yes">
        <source>The connection is back; %n message(s) can be sent</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Sending; %n message(s) left</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Offline: %n message(s) wait</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n message(s) wait to be sent</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProblemList</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProfileRows</name>
    <message numerus="yes">
        <source>Archived, %n profile(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ServiceChange</name>
    <message numerus="yes">
        <source>%n model(s) found. Choose one.</source>
        <translation>
            <numerusform>%n model found. Choose one.</numerusform>
            <numerusform>%n models found. Choose one.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ServiceForm</name>
    <message numerus="yes">
        <source>%n model(s) found. Choose one.</source>
        <translation>
            <numerusform>%n model found. Choose it.</numerusform>
            <numerusform>%n models found. Choose one.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ServiceSheet</name>
    <message numerus="yes">
        <source>%n model(s) found.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s) answer with it. From the next message on they go to %1.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Shell</name>
    <message numerus="yes">
        <source>%n conversation(s) destroyed</source>
        <translation>
            <numerusform>%n conversation destroyed</numerusform>
            <numerusform>%n conversations destroyed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SkillRows</name>
    <message numerus="yes">
        <source>Archived (%n)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cannot be used (%n)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
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
    <name>TokenLine</name>
    <message numerus="yes">
        <source>about %n token(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
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
        <source>%n conversation(s) will be destroyed for good. This cannot be undone.</source>
        <translation>
            <numerusform>%n conversation will be destroyed for good. This cannot be undone.</numerusform>
            <numerusform>%n conversations will be destroyed for good. This cannot be undone.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_Parts</name>
    <message numerus="yes">
        <source>about %n token(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
</TS>
