import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const theme = EditorView.theme(
  {
    '&': { height: '100%', backgroundColor: 'var(--color-ink)', color: 'var(--color-text)', fontSize: '0.9375rem' },
    '&.cm-focused': { outline: '2px solid var(--color-accent)', outlineOffset: '-2px' },
    '.cm-scroller': {
      fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Roboto Mono", "Liberation Mono", monospace',
      lineHeight: '1.6',
      overscrollBehavior: 'contain',
    },
    // Room above the first line for the name of the other person.
    '.cm-content': { padding: '1.25rem 0', caretColor: 'var(--color-accent)' },
    // Transparent, so that the outline of the focus is visible behind it.
    '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--color-quiet)', border: 'none' },
    '.cm-line::selection, .cm-line ::selection': {
      backgroundColor: 'color-mix(in srgb, var(--color-accent) 35%, transparent)',
      color: 'currentColor',
    },
    '&.cm-focused .cm-matchingBracket': {
      backgroundColor: 'transparent',
      outline: '1px solid var(--color-line-strong)',
    },
    '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'transparent', color: 'var(--color-bad)' },
    '.cm-specialChar': { color: 'var(--color-bad)' },
    '.cm-other-selection': { backgroundColor: 'color-mix(in srgb, var(--color-info) 30%, transparent)' },
    '.cm-other-caret': {
      position: 'relative',
      borderLeft: '2px solid var(--color-info)',
      marginLeft: '-1px',
      marginRight: '-1px',
    },
    '.cm-other-caret::before': {
      content: 'attr(data-name)',
      position: 'absolute',
      bottom: '100%',
      left: '-2px',
      zIndex: '1',
      maxWidth: '10rem',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      padding: '0 0.375rem',
      borderRadius: '0.25rem 0.25rem 0.25rem 0',
      backgroundColor: 'var(--color-info)',
      color: 'var(--color-ink)',
      fontFamily: 'var(--font-sans)',
      fontSize: '0.75rem',
      lineHeight: '1.4',
      pointerEvents: 'none',
      // The name covers code, so it is only shown for a while after each move.
      animation: 'cm-other-name 3s step-end forwards',
    },
    '@keyframes cm-other-name': { to: { opacity: '0' } },
  },
  { dark: true },
)

const highlightStyle = HighlightStyle.define([
  { tag: [tags.keyword, tags.tagName, tags.heading], color: 'var(--color-info)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.link], color: 'var(--color-good)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.attributeName], color: 'var(--color-accent-bright)' },
  { tag: [tags.comment, tags.meta, tags.documentMeta], color: 'var(--color-quiet)', fontStyle: 'italic' },
  { tag: [tags.operator, tags.punctuation, tags.bracket], color: 'var(--color-soft)' },
  { tag: tags.invalid, color: 'var(--color-bad)' },
])

/** The dark style of the product, with its colours. */
export const codeStyle: Extension = [theme, syntaxHighlighting(highlightStyle)]
