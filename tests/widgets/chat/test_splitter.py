"""A growing text is cut into the same blocks however it arrives, and the blocks mean what the whole means."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it.token import Token

from stello_desktop.ui.chat.parsing import close_open_marks, has_references, parse
from stello_desktop.ui.chat.splitter import Splitter, split_blocks

LINES = [
    "",
    "",
    "plain words",
    "# heading",
    "title\n===",
    "- item",
    "* other",
    "+ third",
    "  - nested",
    "    deeper or code",
    "1. one",
    "2) two",
    "10. ten",
    "  continued",
    "   three spaces",
    "\tby a tab",
    "```",
    "```py",
    "~~~",
    "````",
    "  ```",
    "   ```sh",
    "    ```",
    "- ```py",
    "> quote",
    "> - in a quote",
    "> ```",
    ">",
    "| a | b |",
    "|---|---|",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "---",
    "***",
    "$$",
    "$$ x $$",
    "\\[",
    "x \\]",
    "<div>",
    "&nbsp;",
    "- [ ] task",
    "-",
    "1.",
    "中文内容",
    "a  ",
    "end\\",
]
documents = st.lists(st.sampled_from(LINES), max_size=14).map("\n".join)


def flatten(tokens: list[Token]) -> list[tuple[object, ...]]:
    return [
        (token.type, token.tag, token.content, token.info, token.hidden, tuple((token.attrs or {}).items()))
        for token in tokens
    ]


def pushed(text: str, cuts: list[int]) -> list[str]:
    splitter = Splitter()
    blocks: list[str] = []
    edges = sorted({min(cut, len(text)) for cut in cuts} | {0, len(text)})
    for start, end in itertools.pairwise(edges):
        blocks += splitter.push(text[start:end])
    return [*blocks, *splitter.finish()]


@settings(max_examples=400)
@example("- item\n# heading\n  ```\n```py\n\nplain words")
@example("- item\n  ```\n  code\n  ```\n- other\n  ```\nplain words\n  ```\n\nplain words")
@example("10. ten\n   ```sh\n   ```\n1. one\n   ```sh\n   ```")
@example("$$\n- item\n```")
@given(documents)
def test_blocks_one_by_one_mean_what_the_whole_text_means(text: str) -> None:
    apart = [token for block in split_blocks(text) for token in flatten(parse(block))]
    assert apart == flatten(parse(text))


@settings(max_examples=300)
@given(documents, st.lists(st.integers(0, 200), max_size=12))
def test_however_a_text_arrives_its_blocks_are_the_same(text: str, cuts: list[int]) -> None:
    assert pushed(text, cuts) == split_blocks(text)


@settings(max_examples=100)
@given(documents)
def test_nothing_of_a_text_is_lost_but_blank_lines(text: str) -> None:
    kept = [line for block in split_blocks(text) for line in block.split("\n") if line.strip()]
    assert kept == [line for line in text.split("\n") if line.strip()]


def test_a_finished_block_is_given_once_and_the_rest_is_the_tail() -> None:
    splitter = Splitter()
    assert splitter.push("first\n\nsec") == []
    assert splitter.push("ond\n") == ["first\n\n"]
    assert splitter.tail == "second\n"


def test_code_is_finished_with_its_closing_fence() -> None:
    splitter = Splitter()
    assert splitter.push("```py\nx = 1\n\ny = 2\n") == []
    assert splitter.in_fence
    assert splitter.push("```\n") == ["```py\nx = 1\n\ny = 2\n```\n"]
    assert not splitter.in_fence


def test_definitions_of_links_are_noticed() -> None:
    assert has_references("see [x]\n\n[x]: https://example.com")
    assert not has_references("see [x](https://example.com)")


@pytest.mark.parametrize(
    ("text", "closed"),
    [
        ("this is **bold so f", "this is **bold so f**"),
        ("this is **", "this is"),
        ("a *word", "a *word*"),
        ("a `code", "a `code`"),
        ("a ~~gone", "a ~~gone~~"),
        ("2 * 3 is 6", "2 * 3 is 6"),
        ("done **bold** here", "done **bold** here"),
        ("**a *b", "**a *b***"),
        ("`a ** b", "`a ** b`"),
        ("- item\n\n  **open", "- item\n\n  **open**"),
        (r"not \*open", r"not \*open"),
    ],
)
def test_open_marks_are_closed_for_showing(text: str, closed: str) -> None:
    assert close_open_marks(text) == closed
