"""One generated style sheet, so that no control looks like a default.

Controls choose their kind by a dynamic property: ``kind`` of a button (``primary``, ``quiet``,
``danger``, ``link``), ``textSize`` and ``tone`` of a label, ``area`` of a frame.
"""

from __future__ import annotations

from pathlib import Path
from string import Template
from typing import Final

from stello_desktop.ui.tokens import Theme, mix

_MARKS: Final[dict[str, tuple[str, str]]] = {
    "down": ("muted", "M3.5 6l4.5 4.5L12.5 6"),
    "up": ("muted", "M3.5 10l4.5-4.5 4.5 4.5"),
    "down_off": ("faint", "M3.5 6l4.5 4.5L12.5 6"),
    "up_off": ("faint", "M3.5 10l4.5-4.5 4.5 4.5"),
    "right": ("muted", "M6 3.5L10.5 8 6 12.5"),
    "tick": ("on_accent", "M3.5 8.5l3 3 6-7"),
    "dot": ("on_accent", "M8 7.9v.2"),
    "cross": ("muted", "M4.5 4.5l7 7m0-7l-7 7"),
    "left": ("muted", "M10 3.5L5.5 8l4.5 4.5"),
    "above": ("muted", "M8 13V3.500M4 7.500l4-4 4 4"),
    "new_folder": ("muted", "M2 12V4.200h4l1.400 1.600H14V12zM8 7.200v3.300M6.350 8.850h3.300"),
    "names": (
        "muted",
        "M3 4.500h2M7 4.500h2M11 4.500h2M3 8h2M7 8h2M11 8h2M3 11.500h2M7 11.500h2M11 11.500h2",
    ),
    "details": ("muted", "M3 4.500h10M3 8h10M3 11.500h10"),
}

_SHEET: Final = Template("""
* { outline: 0; }
QWidget { color: $text; }
QMainWindow, QDialog { background: $surface; }
QToolTip { background: $raised; color: $text; border: 1px solid $line; padding: 1px 3px; font-size: ${small}px; }

QLabel { background: transparent; }
QLabel[textSize="tiny"] { font-size: ${tiny}px; }
QLabel[textSize="small"] { font-size: ${small}px; }
QLabel[textSize="large"] { font-size: ${large}px; font-weight: 600; }
QLabel[textSize="title"] { font-size: ${title}px; font-weight: 600; }
QLabel[strong="true"] { font-weight: 600; }
QLabel[tone="muted"] { color: $muted; }
QLabel[tone="good"] { color: $good; }
QLabel[tone="warning"] { color: $warning; }
QLabel[tone="danger"] { color: $danger; }
QLabel[tone="accent"] { color: $accent; }
QLabel:disabled { color: $faint; }

QFrame[area="surface"] { background: $surface; border: none; }
QFrame[area="ground"] { background: $ground; border: none; }
QFrame[area="well"] { background: $ground; border: none; border-radius: 10px; }
QFrame[area="card"] { background: $raised; border: 1px solid $line; border-radius: 10px; }
QFrame[area="side"] { background: $ground; border: none; border-right: 1px solid $line; }
QFrame[area="popup"] { background: $raised; border: 1px solid $line_strong; }
QLabel[area="key"] { background: $raised; border: 1px solid $line; border-radius: 5px; padding: 1px 6px; }
QLabel[area="exact"] { background: $raised; border: 1px solid $line; border-radius: 8px; padding: 8px 12px;
  font-family: "JetBrains Mono", "Cascadia Mono", "SF Mono", "Consolas", "Noto Sans Mono", "DejaVu Sans Mono", "Liberation Mono", monospace;
  font-size: ${small}px; }
QFrame[area="line"] { background: $line; border: none; max-height: 1px; min-height: 1px; }
QFrame[area="rail"] { background: $surface; border: none; border-right: 1px solid $line; }
QFrame[area="toast"] { background: $raised; border: 1px solid $line_strong; border-radius: 10px; }
QFrame[area="foot"] { background: $surface; border: none; border-top: 1px solid $line; }
QFrame[area="notice"] { background: $warning_ground; border: none; border-bottom: 1px solid $line; }

QPushButton { background: $raised; color: $text; border: 1px solid $line_strong; border-radius: 8px;
  padding: 5px 14px; min-height: ${line_px}px; }
QPushButton:hover { background: $hover; border-color: $accent; }
QPushButton:pressed { background: $selection; }
QPushButton:focus { border: 2px solid $accent; padding: 4px 13px; }
QPushButton:disabled { color: $faint; border-color: $line; background: $surface; }
QPushButton:checked { background: $selection; border-color: $accent; color: $accent; }
QPushButton[kind="primary"] { background: $accent; color: $on_accent; border: 1px solid $accent; font-weight: 600; }
QPushButton[kind="primary"]:hover { background: $accent_hover; border-color: $accent_hover; }
QPushButton[kind="primary"]:focus { border: 2px solid $text; padding: 4px 13px; }
QPushButton[kind="primary"]:disabled { background: $accent_off; border-color: $accent_off; color: $muted; }
QPushButton[kind="quiet"] { background: transparent; border: 1px solid transparent; padding: 5px 10px; }
QPushButton[kind="quiet"]:hover { background: $hover; }
QPushButton[kind="quiet"]:focus { border: 2px solid $accent; padding: 4px 9px; }
QPushButton[kind="danger"] { color: $danger; border-color: $danger; }
QPushButton[kind="link"] { background: transparent; border: 1px solid transparent; color: $accent; padding: 5px 8px; font-weight: 600; }
QPushButton[kind="link"]:hover { background: $hover; }
QPushButton[kind="link"]:disabled { color: $faint; background: transparent; }
QPushButton[kind="link"]:focus { border: 2px solid $accent; padding: 4px 7px; }
QPushButton[kind="link"][flush="true"] { padding: 5px 0; }
QPushButton[kind="link"][flush="true"]:focus { border: 1px solid transparent; border-bottom: 2px solid $accent;
  border-radius: 0; padding: 5px 0 4px 0; }
QPushButton[kind="fold"] { background: transparent; border: 1px solid transparent; color: $accent; padding: 5px 8px 5px 0;
  font-weight: 600; text-align: left; }
QPushButton[kind="fold"]:hover { color: $text; }
QPushButton[kind="fold"]:focus { border: 2px solid $accent; padding: 4px 7px 4px 6px; }
QPushButton[kind="quiet"][textSize="small"] { font-size: ${small}px; padding: 3px 8px; }
QPushButton[kind="quiet"][textSize="small"]:focus { padding: 2px 7px; }
QPushButton[kind="quiet"][tone="muted"] { color: $muted; }
QPushButton[kind="quiet"][tone="warning"] { color: $warning; }
QPushButton[kind="quiet"][tone="danger"] { color: $danger; }
QPushButton[kind="choice"] { text-align: left; padding: 12px 14px; }
QPushButton[flush="true"] { padding-left: 1px; }
QPushButton[flush="true"]:focus { padding-left: 0; }
QPushButton[kind="segment"] { border-radius: 0; border-right-width: 0; padding: 5px 13px; }
QPushButton[kind="segment"][end="first"], QPushButton[kind="segment"][end="only"] { border-top-left-radius: 8px; border-bottom-left-radius: 8px; }
QPushButton[kind="segment"][end="last"], QPushButton[kind="segment"][end="only"] { border-top-right-radius: 8px; border-bottom-right-radius: 8px; border-right-width: 1px; }
QPushButton[kind="segment"]:hover { border-color: $line_strong; }
QPushButton[kind="segment"]:checked { background: $selection; color: $accent; border-color: $line_strong; }
QPushButton[kind="segment"]:focus { border: 2px solid $accent; padding: 4px 11px 4px 12px; }
QPushButton[kind="field"] { text-align: left; padding: 5px 30px 5px 11px; }
QPushButton[kind="field"]:focus { padding: 4px 29px 4px 10px; }
QPushButton[kind="chip"] { background: transparent; border: 1px solid $line; border-radius: 11px; color: $muted;
  font-size: ${small}px; padding: 1px 9px; min-height: ${chip_px}px; }
QPushButton[kind="chip"]:hover { background: $hover; color: $text; border-color: $line_strong; }
QPushButton[kind="chip"]:focus { border: 2px solid $accent; padding: 0 8px; }
QPushButton[kind="crumb"] { background: transparent; border: none; border-radius: 4px; color: $muted; text-align: left;
  font-size: ${small}px; padding: 2px 1px; min-height: 0; }
QPushButton[kind="crumb"]:hover { color: $accent; }
QPushButton[kind="crumb"]:focus { background: $selection; color: $text; }
QPushButton::menu-indicator { image: none; width: 0; }

QToolButton { background: transparent; border: 1px solid transparent; border-radius: 8px; padding: 5px; }
QToolButton:hover { background: $hover; }
QToolButton:pressed, QToolButton:checked { background: $selection; }
QToolButton:focus { border: 1px solid $accent; }
QToolButton:disabled { color: $faint; }
QToolButton::menu-indicator { image: none; width: 0; }
QToolButton[kind="place"] { font-size: ${tiny}px; color: $muted; padding: 7px 2px 6px 2px; border: 2px solid transparent; }
QToolButton[kind="place"]:checked { color: $accent; }
QToolButton[kind="place"]:focus { border: 2px solid $accent; }

QScrollArea, QAbstractScrollArea { border: none; }
QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QComboBox { background: $raised; color: $text;
  border: 1px solid $line_strong; border-radius: 8px; padding: 5px 9px; selection-background-color: $accent;
  selection-color: $on_accent; placeholder-text-color: $muted; }
QLineEdit { lineedit-clear-button-icon: url("$marks/cross.svg"); }
QLineEdit, QSpinBox, QComboBox { min-height: ${line_px}px; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QSpinBox:focus, QComboBox:focus { border: 2px solid $accent; padding: 4px 8px; }
QTextEdit[kind="bare"], QTextEdit[kind="bare"]:focus { background: transparent; border: none; border-radius: 0; padding: 0; }
QLineEdit[kind="title"] { background: transparent; border: 1px solid transparent; font-size: ${title}px; font-weight: 600;
  padding: 3px 9px 3px 0; margin-left: -3px; min-height: ${row_px}px; }
QLineEdit[kind="title"]:hover { border-color: $line; padding-left: 9px; margin-left: 0; }
QLineEdit[kind="title"]:focus { background: $raised; border: 2px solid $accent; padding: 2px 8px; margin-left: 0; }
QLineEdit[wrong="true"] { border-color: $danger; }
QLineEdit:disabled, QPlainTextEdit:disabled, QTextEdit:disabled, QSpinBox:disabled, QComboBox:disabled { color: $faint; border-color: $line; background: $surface; }

QAbstractSpinBox QLineEdit, QComboBox QLineEdit, QAbstractSpinBox QLineEdit:focus, QComboBox QLineEdit:focus {
  background: transparent; border: none; border-radius: 0; padding: 0; min-height: 0; }
QAbstractSpinBox QLineEdit, QAbstractSpinBox QLineEdit:focus { padding-left: 8px; }
QComboBox { padding-right: 28px; }
QComboBox:focus { padding-right: 27px; }
QComboBox:hover { border-color: $accent; }
QComboBox::drop-down { border: none; width: 28px; subcontrol-position: center right; }
QFileDialog { backward-icon: url("$marks/left.svg"); forward-icon: url("$marks/right.svg");
  filedialog-parent-directory-icon: url("$marks/above.svg");
  filedialog-new-directory-icon: url("$marks/new_folder.svg"); filedialog-listview-icon: url("$marks/names.svg");
  filedialog-detailedview-icon: url("$marks/details.svg"); }
QFileDialog QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QComboBox::down-arrow { image: url("$marks/down.svg"); width: ${arrow_px}px; height: ${arrow_px}px; }
QComboBox QAbstractItemView { background: $raised; border: 1px solid $line; padding: 4px; color: $text;
  selection-background-color: $selection; selection-color: $text; }
QComboBox QAbstractItemView::item { min-height: ${row_px}px; padding: 0 8px; border-radius: 6px; }
QSpinBox { padding-right: 24px; }
QSpinBox::up-button, QSpinBox::down-button { border: none; width: 22px; background: transparent; }
QSpinBox::up-arrow { image: url("$marks/up.svg"); width: ${step_px}px; height: ${step_px}px; }
QSpinBox::down-arrow { image: url("$marks/down.svg"); width: ${step_px}px; height: ${step_px}px; }
QSpinBox::up-arrow:disabled { image: url("$marks/up_off.svg"); }
QSpinBox::down-arrow:disabled { image: url("$marks/down_off.svg"); }

QCheckBox, QRadioButton { spacing: 9px; padding: 3px 2px; background: transparent; }
QCheckBox::indicator, QRadioButton::indicator { width: ${tick_px}px; height: ${tick_px}px; border: 1px solid $line_strong; background: $raised; }
QCheckBox[alone="true"] { spacing: 0; padding: 0; }
QCheckBox::indicator { border-radius: 5px; }
QRadioButton::indicator { border-radius: ${round_px}px; }
QCheckBox::indicator:hover, QRadioButton::indicator:hover, QCheckBox::indicator:focus, QRadioButton::indicator:focus { border-color: $accent; }
QCheckBox:focus, QRadioButton:focus { color: $accent; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent; image: url("$marks/tick.svg"); }
QRadioButton::indicator:checked { background: $accent; border-color: $accent; image: url("$marks/dot.svg"); }
QCheckBox:disabled, QRadioButton:disabled { color: $faint; }

QMenu { background: $raised; border: 1px solid $line; padding: 5px; icon-size: ${menu_px}px; }
QMenu::item { padding: 6px 28px 6px 12px; border-radius: 6px; background: transparent; }
QMenu::item:selected { background: $selection; }
QMenu::item:disabled { color: $faint; }
QMenu::icon { padding-left: 10px; }
QMenu::separator { height: 1px; background: $line; margin: 5px 8px; }
QMenu::indicator { width: ${arrow_px}px; height: ${arrow_px}px; margin-left: 6px; }
QMenu::indicator:checked { image: url("$marks/tick_text.svg"); }
QMenu::right-arrow { image: url("$marks/right.svg"); width: ${step_px}px; height: ${step_px}px; }
QMenuBar { background: $surface; border-bottom: 1px solid $line; padding: 2px 6px; }
QMenuBar::item { padding: 5px 10px; border-radius: 6px; background: transparent; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: $hover; }

QScrollArea > QWidget > QWidget { background: transparent; }
QScrollBar:vertical { background: transparent; width: 12px; margin: 2px; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 2px; }
QScrollBar::handle { background: $thumb; border-radius: 4px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:hover, QScrollBar::handle:pressed { background: $line_strong; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page, QAbstractScrollArea::corner { background: transparent; }

QSplitter { background: transparent; }
QSplitter::handle { background: $line; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QSplitter::handle:hover { background: $line_strong; }

QTabWidget::pane { border: none; border-top: 1px solid $line; }
QTabBar::tab { padding: 8px 14px; background: transparent; color: $muted; border-bottom: 2px solid transparent; }
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; border-bottom: 2px solid $accent; }

QAbstractItemView { background: transparent; alternate-background-color: $raised; }
QListView::item { padding: 7px 10px; border-radius: 8px; }
QListView::item:hover { background: $hover; }
QListView::item:selected { background: $selection; color: $text; }
QTreeView { background: transparent; selection-background-color: transparent; show-decoration-selected: 0; }
QTreeView::branch, QTreeView::branch:selected, QTreeView::branch:hover { background: transparent; image: none; border-image: none; }
QHeaderView::section { background: $surface; color: $muted; border: none; border-bottom: 1px solid $line; padding: 6px 8px; }

QProgressBar { background: $line; border: none; border-radius: 3px; max-height: 6px; min-height: 6px; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }
QStatusBar { background: $surface; border-top: 1px solid $line; }
""")


def build_stylesheet(theme: Theme, marks: Path) -> str:
    """The whole application's style; ``marks`` is where `write_marks` put its pictures."""
    names = ("ground", "surface", "raised", "line", "line_strong", "text", "muted", "accent", "on_accent")
    roles = {name: str(getattr(theme, name)) for name in (*names, "good", "warning", "danger")}
    sizes = {name: str(theme.px(name)) for name in ("tiny", "small", "base", "large", "title")}
    return _SHEET.substitute(
        roles,
        **sizes,
        hover=theme.hover,
        selection=theme.selection,
        accent_hover=theme.accent_hover,
        accent_off=mix(theme.surface, theme.accent, 0.3),
        faint=_faint(theme),
        thumb=mix(theme.surface, theme.line_strong, 0.5),
        warning_ground=mix(theme.surface, theme.warning, 0.12),
        line_px=str(round(theme.px("base") * 1.5)),
        row_px=str(round(theme.px("base") * 2.2)),
        chip_px=str(round(18 * theme.scale)),
        arrow_px=str(round(14 * theme.scale)),
        menu_px=str(round(16 * theme.scale)),
        step_px=str(round(12 * theme.scale)),
        tick_px=str(_even(16 * theme.scale)),
        round_px=str(_even(16 * theme.scale) // 2 + 1),
        marks=f"{marks.as_posix()}/{_marks_prefix(theme)}",
    )


def _faint(theme: Theme) -> str:
    """What cannot be used now."""
    return mix(theme.surface, theme.muted, 0.6)


def _even(length_px: float) -> int:
    """A circle needs an even side."""
    return round(length_px / 2) * 2


def _marks_prefix(theme: Theme) -> str:
    return theme.name


def write_marks(theme: Theme, folder: Path) -> None:
    """Write the arrows and ticks that a style sheet can only name as files, tinted."""
    target = folder / _marks_prefix(theme)
    target.mkdir(exist_ok=True)
    marks = {**_MARKS, "tick_text": ("text", _MARKS["tick"][1])}
    for name, (role, path) in marks.items():
        color, width = (
            _faint(theme) if role == "faint" else getattr(theme, role),
            "5" if name == "dot" else "1.8",
        )
        (target / f"{name}.svg").write_text(
            '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" viewBox="0 0 16 16">'
            f'<path d="{path}" fill="none" stroke="{color}" stroke-width="{width}"'
            ' stroke-linecap="round" stroke-linejoin="round"/></svg>',
            encoding="utf-8",
        )
