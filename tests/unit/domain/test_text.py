"""Text as it enters."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stello_desktop.domain.text import MAX_LABEL_CHARS, clean_label, clean_text, prompt_label

anything = st.text(st.characters(codec=None)) | st.text(
    alphabet="a \n\r\t\x00\x1f\x7f\x85\ud800\udc00\u202e\u2028<>"
)


@given(anything)
def test_clean_text_can_be_stored_and_stays_clean(text: str) -> None:
    """Row 64."""
    clean = clean_text(text)
    clean.encode("utf-8")
    assert clean_text(clean) == clean
    assert not {char for char in clean if char < " " or char == "\x7f"} - {"\n", "\t"}


def test_clean_text_keeps_what_can_stay() -> None:
    """Row 64."""
    assert clean_text("a\r\nb\rc\td\x00\ud800") == "a\nb\nc\td\ufffd\ufffd"
    assert clean_text("👩‍👩‍👧 中文 नमस्ते") == "👩‍👩‍👧 中文 नमस्ते"


@given(anything)
def test_a_label_is_one_short_line(text: str) -> None:
    """T-3, row 63, row 65."""
    label = clean_label(text)
    assert len(label) <= MAX_LABEL_CHARS
    assert len(label.splitlines()) <= 1
    assert label == label.strip()
    assert clean_label(label) == label
    assert not any(unicodedata.bidirectional(char) in {"RLO", "LRO", "RLE", "LRE", "RLI"} for char in label)


@given(anything)
def test_a_label_in_a_prompt_has_no_angle_brackets(text: str) -> None:
    """C-2."""
    assert not set(prompt_label(text)) & set("<>")


@pytest.mark.parametrize(("given", "kept"), [(" a\n\n b ", "a b"), ("\u202egpj.exe", "gpj.exe"), ("\n", "")])
def test_labels(given: str, kept: str) -> None:
    """T-3, row 65."""
    assert clean_label(given) == kept
