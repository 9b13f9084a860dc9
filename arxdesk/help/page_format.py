"""The look of a page of the help: the type styles and colours of the theme put on what Markdown has made."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import (
    QFont,
    QFontDatabase,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFrameFormat,
    QTextLength,
    QTextTable,
)

from arxdesk.ui import theme

MARGIN = 28
_LINE, _INDENT = 20, 20
_BELOW, _BELOW_ITEM = 8, 4
_HEADINGS = {1: ("page", 0, 12), 2: ("verdict", 24, 8), 3: ("lead", 20, 6), 4: ("body", 16, 4)}
"""Type style, space above, space below."""


def put_on(document: QTextDocument) -> None:
    """Give a document that was just read from Markdown the look of the theme in use."""
    document.setDefaultFont(theme.font("body"))
    document.setDocumentMargin(MARGIN)
    document.setIndentWidth(_INDENT)
    cursor = QTextCursor(document)
    cursor.beginEditBlock()
    cursor.select(QTextCursor.SelectionType.Document)
    lines = QTextBlockFormat()
    lines.setLineHeight(_LINE, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
    cursor.mergeBlockFormat(lines)
    for block in _blocks(document):
        if block.blockFormat().headingLevel():
            _dress_heading(cursor, block)
        else:
            _dress_words(cursor, block)
            _make_room(cursor, block)
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            _dress_table(frame)
    cursor.endEditBlock()


def _dress_heading(cursor: QTextCursor, block: QTextBlock) -> None:
    style, above, below = _HEADINGS[min(block.blockFormat().headingLevel(), 4)]
    words, room = QTextCharFormat(), QTextBlockFormat()
    words.setFont(theme.font(style, 600))
    room.setTopMargin(above)
    room.setBottomMargin(below)
    room.setLineHeight(theme.TYPE[style].line, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
    _select(cursor, block.position(), block.length() - 1)
    cursor.setCharFormat(words)  # not merged: Markdown makes headings larger by a factor
    cursor.mergeBlockFormat(room)


def _make_room(cursor: QTextCursor, block: QTextBlock) -> None:
    """Space below paragraphs, items of lists and blocks of code; cells of tables have their own."""
    cursor.setPosition(block.position())
    if cursor.currentTable() is not None:
        return
    room = QTextBlockFormat()
    room.setTopMargin(0)
    if _is_block_of_code(block):
        room.setBackground(theme.current().color("bg.sunken"))
        room.setNonBreakableLines(False)  # a line that is cut off is worse than one that goes on below
        room.setBottomMargin(0 if _is_block_of_code(block.next()) else _BELOW)
    else:
        room.setBottomMargin(_BELOW_ITEM if block.textList() is not None else _BELOW)
    cursor.mergeBlockFormat(room)


def _is_block_of_code(block: QTextBlock) -> bool:
    return block.isValid() and block.blockFormat().hasProperty(QTextBlockFormat.Property.BlockCodeFence)


def _dress_words(cursor: QTextCursor, block: QTextBlock) -> None:
    """Dress what is emphasized, code, or a link; all else looks like the document."""
    for start, length, kind in list(_fragments(block)):
        if kind.isAnchor() or _is_code(kind) or kind.fontWeight() > QFont.Weight.Normal:
            _select(cursor, start, length)
            cursor.mergeCharFormat(_dressed(kind))


def _select(cursor: QTextCursor, start: int, length: int) -> None:
    cursor.setPosition(start)
    cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)


def _dressed(kind: QTextCharFormat) -> QTextCharFormat:
    colors, made = theme.current(), QTextCharFormat()
    if _is_code(kind):
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        made.setFontFamilies([fixed.family()])
        made.setProperty(QTextCharFormat.Property.FontPixelSize, theme.TYPE["dense"].size)
        made.setBackground(colors.color("bg.sunken"))
    if kind.fontWeight() > QFont.Weight.Normal:
        made.setFontWeight(QFont.Weight.DemiBold)
    if kind.isAnchor():
        outside = "://" in kind.anchorHref() or kind.anchorHref().startswith("mailto:")
        made.setAnchor(not outside)  # nothing of the network is ever opened: its address is text, to be copied
        made.setFontUnderline(not outside)
        made.setForeground(colors.color("text.1" if outside else "accent"))
    return made


def _dress_table(table: QTextTable) -> None:
    colors, form = theme.current(), table.format()
    form.setBorder(1)
    form.setBorderCollapse(True)
    form.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    form.setBorderBrush(colors.color("line.pane"))
    form.setCellPadding(6)
    form.setTopMargin(8)
    form.setBottomMargin(12)
    form.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
    table.setFormat(form)
    for column in range(table.columns()):
        cell = table.cellAt(0, column)
        head = cell.format()
        head.setBackground(colors.color("bg.sunken"))
        cell.setFormat(head)


def _is_code(kind: QTextCharFormat) -> bool:
    families = kind.fontFamilies() or []
    return kind.fontFixedPitch() or "monospace" in families


def _blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def _fragments(block: QTextBlock) -> Iterator[tuple[int, int, QTextCharFormat]]:
    pieces = block.begin()
    while not pieces.atEnd():
        piece = pieces.fragment()
        yield piece.position(), piece.length(), piece.charFormat()
        pieces += 1
