<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>BranchDialog</name>
    <message numerus="yes">
        <source>%n message(s) come along. This conversation stays as it is.</source>
        <translation>
            <numerusform>%n message comes along. This conversation stays as it is.</numerusform>
            <numerusform>%n messages come along. This conversation stays as it is.</numerusform>
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
</TS>
