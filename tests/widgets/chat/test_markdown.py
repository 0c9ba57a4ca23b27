"""Markdown as documents: all text survives, in the right form, and nothing in it is more than text."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QFont, QImage, QTextBlock, QTextCursor, QTextDocument
from PySide6.QtWidgets import QApplication

from stello_desktop.ui import theme
from stello_desktop.ui.chat.document import Rendered
from stello_desktop.ui.chat.growing import GrowingText
from stello_desktop.ui.chat.markdown import render, render_plain
from stello_desktop.ui.chat.pieces import TextPiece, cut_block, text_pieces
from stello_desktop.ui.chat.style import current_style


def shown(text: str) -> Rendered:
    made = render(text, current_style())
    made.lay_out(460)
    return made


def plain(text: str) -> str:
    made = shown(text)
    return made.text_between(0, made.end)


def font_of(made: Rendered, word: str) -> QFont:
    cursor = made.document.find(word)
    assert not cursor.isNull(), word
    return cursor.charFormat().font()


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("std::vector<int> and List<String>", "std::vector<int> and List<String>"),
        ("a <b>bold</b> <br> after", "a <b>bold</b> <br> after"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("<div>\nblock\n</div>", "<div>\nblock\n</div>"),
        ("a [link](https://e.com) b", "a link b"),
        ("- a\n  - b\n    1. c", "• a\n• b\n1. c"),
        ("5. five\n6. six", "5. five\n6. six"),
        ("- [ ] todo\n- [x] done", "[ ] todo\n[x] done"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "a\tb\n1\t2"),
        ("- x\n\n  | a |\n  |---|\n  | 1 |", "• x\na\n1"),
        ("> q\n>> r", "q\nr"),
        ("```py\nx = 1\n\ny = 2\n```", "x = 1\n\ny = 2"),
        ("~~gone~~ stays", "gone stays"),
        ("one\ntwo", "one\ntwo"),
        ("$x*y*z$ and \\(p*q*r\\)", "$x*y*z$ and \\(p*q*r\\)"),
        ("it costs $5 and $10", "it costs $5 and $10"),
        ("$$\n\\frac{a}{b}\n$$", "$$\n\\frac{a}{b}\n$$"),
        ("x[^1]\n\n[^1]: note", "x[^1]\n[^1]: note"),
        ("&amp; &copy;", "& ©"),
    ],
)
def test_all_text_survives(source: str, text: str) -> None:
    assert plain(source) == text


def test_marks_become_fonts() -> None:
    made = shown("**bold** *italic* ~~gone~~ `code` plain")
    assert font_of(made, "bold").weight() > QFont.Weight.Normal
    assert font_of(made, "italic").italic()
    assert font_of(made, "gone").strikeOut()
    assert font_of(made, "code").fixedPitch()
    assert font_of(made, "plain").weight() == QFont.Weight.Normal


def test_headings_are_larger_by_level() -> None:
    sizes = [font_of(shown(f"{'#' * level} words"), "words").pixelSize() for level in (1, 2, 3)]
    assert sizes[0] > sizes[1] > sizes[2]


def test_nested_lists_stand_further_in() -> None:
    made = shown("- one\n  - two\n    - three")
    margins = [block.blockFormat().leftMargin() for block in made.blocks()]
    assert margins == sorted(set(margins))


def test_columns_keep_their_alignment_in_the_header_too() -> None:
    made = shown("| a | b |\n|:--|--:|\n| 1 | 2 |")
    aligned = {block.text(): block.blockFormat().alignment().name for block in made.blocks() if block.text()}
    assert "AlignRight" in str(aligned["b"])
    assert "AlignRight" in str(aligned["2"])


def test_a_table_in_a_list_stays_in_the_list() -> None:
    made = shown("- x\n\n  | a |\n  |---|\n  | 1 |")
    frames = made.document.rootFrame().childFrames()
    assert frames
    assert frames[0].frameFormat().leftMargin() > 0


def test_code_has_a_label_that_is_not_copied_and_colours() -> None:
    made = shown("```python\ndef f():\n    return 1\n```")
    texts = [block.text() for block in made.blocks()]
    assert texts[0] == "Python"
    assert made.text_between(0, made.end) == "def f():\n    return 1"
    keyword, name = made.document.find("def"), made.document.find("f()")
    assert keyword.charFormat().foreground().color() != name.charFormat().foreground().color()


def test_han_text_has_taller_lines() -> None:
    def height(made: Rendered) -> float:
        return made.document.firstBlock().blockFormat().lineHeight()

    em = current_style().em_px
    assert height(shown("这是中文内容，行高应该更大一些。")) == round(1.7 * em)
    assert height(shown("These are English words.")) < round(1.7 * em)


def test_a_picture_is_a_chip_with_the_name_of_its_host() -> None:
    text = plain("see ![a cat](http://evil.example/x.png) here")
    assert "a cat" in text
    assert "evil.example" in text
    assert "x.png" not in text


def test_no_document_ever_loads_anything() -> None:
    made = shown("![x](file:///etc/hostname)")
    found = made.document.loadResource(
        QTextDocument.ResourceType.ImageResource.value, QUrl("file:///etc/hostname")
    )
    assert isinstance(found, QImage)
    assert found.isNull()
    assert not any("\ufffc" in block.text() for block in made.blocks())


def test_links_are_kept_as_they_were_written() -> None:
    made = shown("[x](javascript:alert(1)) and https://bare.example/a_b(c).")
    assert made.document.find("x").charFormat().anchorHref() == "javascript:alert(1)"
    cursor = made.document.find("bare.example")
    assert cursor.charFormat().anchorHref() == "https://bare.example/a_b(c)"


def test_row_62_a_run_without_a_space_is_broken_for_showing() -> None:
    made = shown("x" * 20_000)
    assert max(len(line) for line in made.text_between(0, made.end).split("\n")) <= 4_000


def test_row_73_a_large_table_is_cut_in_parts_with_its_head() -> None:
    table = "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 5_000
    parts = cut_block(table)
    assert len(parts) > 20
    assert all(part.startswith("| a | b |\n|---|---|\n") for part in parts)
    assert sum(part.count("| 1 | 2 |") for part in parts) == 5_000


def test_large_code_is_cut_in_parts_that_are_code() -> None:
    code = "```python\n" + "".join(f"x{n} = {n}\n" for n in range(1_000)) + "```\n"
    pieces = text_pieces(code)
    lines: list[str] = []
    for piece in pieces:
        made = piece.render(current_style())
        lines += made.text_between(0, made.end).split("\n")
    assert lines == [f"x{n} = {n}" for n in range(1_000)]


def test_what_grows_ends_as_if_it_had_come_at_once() -> None:
    source = (
        "# T\n\nwords **bold** and\n\n```py\nx = 1\n\ny = 2\n```\nafter\n\n- a\n- b\n\n| a |\n|---|\n| 1 |\n"
    )
    whole = [made for block in (source,) for made in _texts_of(block)]
    for size in (1, 3, 7, 50):
        growing = GrowingText()
        for start in range(0, len(source), size):
            growing.push(source[start : start + size])
            for piece in growing.pieces:
                piece.render(current_style()).lay_out(400)
        growing.finish()
        assert [_text(piece) for piece in growing.pieces] == whole


def _text(piece: TextPiece) -> str:
    made = piece.render(current_style())
    return made.text_between(0, made.end)


def _texts_of(source: str) -> list[str]:
    growing = GrowingText()
    growing.push(source)
    growing.finish()
    return [_text(piece) for piece in growing.pieces]


def test_open_code_is_appended_and_coloured_line_by_line() -> None:
    growing = GrowingText()
    growing.push("```python\ndef f")
    first = growing.pieces[-1]
    made = first.render(current_style())
    growing.push("():\n    return 1\n``")
    assert growing.pieces[-1] is first
    assert made.text_between(0, made.end) == "def f():\n    return 1"
    growing.push("`\n")
    assert _text(growing.pieces[-1]) == "def f():\n    return 1"


def test_a_theme_gives_every_text_its_own_colours(qapp: QApplication) -> None:
    def color(word: str) -> str:
        made = render("words `code`", current_style())
        cursor = made.document.find(word)
        return cursor.charFormat().foreground().color().name()

    light = color("words")
    theme.apply(qapp, theme.load("dark"))
    assert color("words") != light
    assert color("words") == theme.load("dark").text


def test_the_persons_own_words_are_shown_as_typed() -> None:
    made = render_plain("# not a heading\n**nor bold** https://e.com", current_style())
    assert made.text_between(0, made.end) == "# not a heading\n**nor bold** https://e.com"
    cursor: QTextCursor = made.document.find("e.com")
    assert cursor.charFormat().anchorHref() == "https://e.com"
    block: QTextBlock = made.document.firstBlock()
    assert block.blockFormat().headingLevel() == 0
