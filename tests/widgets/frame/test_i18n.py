"""Both languages are complete, agree with the code, and change while the window runs."""

from __future__ import annotations

import ast
import asyncio
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QPlainTextEdit

import stello_desktop
from stello_desktop.resources import resource
from stello_desktop.ui import i18n
from stello_desktop.ui.shell import Shell
from stello_desktop.workspace.workspace import Workspace
from tests.helpers.translations import compile_translations
from tests.helpers.windows import run_in_window

PLACEHOLDER = re.compile(r"%[a-z]+|%\d|%n")
# Names that are the same in every language.
PROPER = re.compile(
    r"Stello|English|Ollama|LM Studio|llama\.cpp|Jan|OpenAI|Anthropic|Gemini|DeepSeek|Kimi|Mistral|AI|API keys|Python|Qt|Linux|Noto Sans CJK|"
    r"Inter|DejaVu Sans|Ctrl|Enter|Tab|F\d+|https?://\S+|/\S+|offscreen|xcb|Windows|Darwin|\bs\b|\dx"
)


def messages(name: str) -> Iterator[tuple[str, str, list[str], str]]:
    """Context, source, translations and state of every message of a ``.ts`` file."""
    root = ET.parse(resource(f"i18n/stello_{name}.ts")).getroot()  # noqa: S314 - our own file
    for context in root.iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None
            forms = [form.text or "" for form in translation.iter("numerusform")] or [translation.text or ""]
            yield (
                context.findtext("name", ""),
                message.findtext("source", ""),
                forms,
                translation.get("type", ""),
            )


@pytest.mark.parametrize("name", ["zh_CN", "en"])
def test_nothing_is_left_to_translate(name: str) -> None:
    unfinished = [
        f"{context}: {source}"
        for context, source, forms, state in messages(name)
        if state or not all(form.strip() for form in forms)
    ]
    assert unfinished == []


@pytest.mark.parametrize("name", ["zh_CN", "en"])
def test_placeholders_are_the_same_in_every_language(name: str) -> None:
    wrong = [
        f"{source} -> {form}"
        for _, source, forms, _ in messages(name)
        for number, form in enumerate(forms)
        if not has_places_of(source, form, one=number == 0 and len(forms) > 1)
    ]
    assert wrong == []


def has_places_of(source: str, form: str, *, one: bool) -> bool:
    """Whether a form has the places of its source; that of one thing may say it in a word."""
    wanted, found = (
        sorted(PLACEHOLDER.findall(source)),
        sorted(PLACEHOLDER.findall(form.replace("%Ln", "%n"))),
    )
    return found == wanted or (one and found == [place for place in wanted if place != "%n"])


@pytest.mark.parametrize("name", ["zh_CN", "en"])
def test_every_count_is_written_as_the_language_writes_numbers(name: str) -> None:
    root = ET.parse(resource(f"i18n/stello_{name}.ts")).getroot()  # noqa: S314 - our own file
    forms = [form.text or "" for form in root.iter("numerusform")]
    plain = [form for form in forms if re.search(r"%n(?![a-z])", form)]
    assert forms
    assert plain == [], "run packaging/update_translations.py"


def test_chinese_speaks_to_the_person_in_one_way() -> None:
    assert [form for _, _, forms, _ in messages("zh_CN") for form in forms if "您" in form] == []


def test_chinese_is_chinese() -> None:
    plain = [
        source
        for _, source, forms, _ in messages("zh_CN")
        for form in forms
        if not re.search(r"[\u4e00-\u9fff]", form) and re.search(r"[a-zA-Z]{2,}", PLACEHOLDER.sub("", source))
    ]
    assert plain == []


def test_the_words_of_the_product_are_used() -> None:
    found = {(context, source): forms[0] for context, source, forms, _ in messages("zh_CN")}
    assert found["OutlinePanel", "Projects"] == "项目"
    assert found["ChatHeader", "Branch"] == "分支"
    assert found["ServicesSection", "AI services"] == "AI 服务"
    assert found["Composer", "Note"] == "笔记"


def words_in_code() -> Iterator[tuple[str, str, str]]:
    """Context, text and place of every translatable text in the code, found without Qt's own tool."""
    package = Path(stello_desktop.__file__).parent
    for path in sorted(package.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        yield from _walk(tree, "", str(path.relative_to(package)))


def _walk(node: ast.AST, owner: str, place: str) -> Iterator[tuple[str, str, str]]:
    for child in ast.iter_child_nodes(node):
        inside = child.name if isinstance(child, ast.ClassDef) else owner
        if isinstance(child, ast.Call):
            name = child.func.attr if isinstance(child.func, ast.Attribute) else getattr(child.func, "id", "")
            texts = [
                item.value
                for item in child.args
                if isinstance(item, ast.Constant) and isinstance(item.value, str)
            ]
            if name == "tr":
                assert isinstance(child.func, ast.Attribute)
                assert getattr(child.func.value, "id", "") == "self", (
                    f"{place}: only self.tr is found by lupdate"
                )
                assert texts, f"{place}:{child.lineno}: a text that is no literal"
                yield owner, str(texts[0]), place
            elif name in ("translate", "QT_TRANSLATE_NOOP") and len(texts) >= 2:
                yield str(texts[0]), str(texts[1]), place
        yield from _walk(child, inside, place)


def test_every_text_of_the_code_is_in_the_file_under_its_context() -> None:
    known = {(context, source) for context, source, _, _ in messages("zh_CN")}
    missing = [
        f"{place}: {context}: {text}"
        for context, text, place in words_in_code()
        if (context, text) not in known
    ]
    assert missing == []


def test_the_file_has_nothing_that_the_code_does_not_say() -> None:
    said = {(context, text) for context, text, _ in words_in_code()}
    assert [item for item in {(c, s) for c, s, _, _ in messages("zh_CN")} if item not in said] == []


def test_plural_forms_of_english_are_words_not_brackets(qapp: QApplication) -> None:
    compile_translations()
    follower = i18n.LanguageFollower(qapp, "en")
    one, many = (QCoreApplication.translate("TrashPage", "%n conversation(s)", "", count) for count in (1, 2))
    follower.close()
    assert (one, many) == ("1 conversation", "2 conversations")


@pytest.mark.parametrize(
    ("languages", "expected"),
    [
        (["zh-Hans-CN", "en-US"], "zh_CN"),
        (["de-DE", "zh-CN"], "zh_CN"),
        (["fr-FR"], "en"),
        (["en-GB", "zh"], "en"),
    ],
)
def test_the_systems_first_known_language_is_taken(
    monkeypatch: pytest.MonkeyPatch, languages: list[str], expected: str
) -> None:
    monkeypatch.setattr(QLocale, "uiLanguages", lambda *_: languages)
    assert i18n.resolve("system") == expected


def visible_texts(shell: Shell) -> Iterator[str]:
    for widget in shell.window.findChildren(QLabel):
        if widget.objectName() != "aboutFacts":
            yield widget.text()
    for button in shell.window.findChildren(QAbstractButton):
        yield button.text()
        yield button.accessibleName()
    for line in shell.window.findChildren(QLineEdit):
        yield line.placeholderText()
    for field in shell.window.findChildren(QPlainTextEdit):
        yield field.placeholderText()
    for action in shell.actions:
        yield action.text().split("\t")[0]


def test_a_switch_changes_the_whole_window_while_it_runs(qapp: QApplication, tmp_path: Path) -> None:
    compile_translations()

    async def story(shell: Shell, workspace: Workspace) -> None:
        await workspace.create_project("咖啡馆")
        for place in ("settings", "trash", "welcome", "map"):
            shell.go_to(place)
            await asyncio.sleep(0.05)
        await workspace.change_settings(language="zh_CN")
        await asyncio.sleep(0.1)
        left = [text for text in visible_texts(shell) if re.search(r"[A-Za-z]{2,}", PROPER.sub("", text))]
        assert not left, "\n".join(left)
        await workspace.change_settings(language="en")
        await asyncio.sleep(0.1)
        assert any(text == "New project" for text in visible_texts(shell))
        left = [
            text
            for text in visible_texts(shell)
            if re.search(r"[\u4e00-\u9fff]", text.replace("简体中文", ""))
        ]
        assert set(left) <= {"咖啡馆", "Undo new project “咖啡馆”", "Open “咖啡馆”"}

    run_in_window(tmp_path, story)


@pytest.mark.parametrize(
    ("text", "value", "said"),
    [
        ("发送到 %1。", "本机", "发送到本机。"),
        ("发送到 %1。", "studio.lan", "发送到 studio.lan。"),
        ("新项目由 %1 回答", "练习助手", "新项目由练习助手回答"),
        ("新项目由 %1 回答", "OpenAI", "新项目由 OpenAI 回答"),
        ("更改 %1", "我的“星”服务", "更改我的“星”服务"),
        ("Change %1", "练习助手", "Change 练习助手"),
        ("%1 · %1", "本机", "本机 · 本机"),
    ],
)
def test_no_blank_stands_between_two_chinese_words(text: str, value: str, said: str) -> None:
    """Chinese has a blank beside a Latin word alone; whether a name is one shows when it is filled in."""
    assert i18n.filled(text, value) == said
