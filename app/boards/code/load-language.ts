import type { StreamParser } from '@codemirror/language'
import type { CodeLanguageId } from '#app/boards/code/languages.ts'

/** Loads the parser that colours and indents a language, each from its own small file. Null for plain text. */
export async function loadLanguage(id: CodeLanguageId): Promise<StreamParser<unknown> | null> {
  switch (id) {
    case 'text':
      return null
    case 'python':
      return (await import('@codemirror/legacy-modes/mode/python')).python
    case 'javascript':
      return (await import('@codemirror/legacy-modes/mode/javascript')).javascript
    case 'typescript':
      return (await import('@codemirror/legacy-modes/mode/javascript')).typescript
    case 'json':
      return (await import('@codemirror/legacy-modes/mode/javascript')).json
    case 'c':
    case 'cpp':
    case 'csharp':
    case 'java':
    case 'kotlin':
    case 'dart':
      return (await import('@codemirror/legacy-modes/mode/clike'))[id]
    case 'html':
      return (await import('@codemirror/legacy-modes/mode/xml')).html
    case 'css':
      return (await import('@codemirror/legacy-modes/mode/css')).css
    case 'sql':
      return (await import('@codemirror/legacy-modes/mode/sql')).standardSQL
    case 'r':
      return (await import('@codemirror/legacy-modes/mode/r')).r
    case 'matlab':
      return (await import('@codemirror/legacy-modes/mode/octave')).octave
    case 'latex':
      return (await import('@codemirror/legacy-modes/mode/stex')).stex
    case 'swift':
      return (await import('@codemirror/legacy-modes/mode/swift')).swift
    case 'go':
      return (await import('@codemirror/legacy-modes/mode/go')).go
    case 'rust':
      return (await import('@codemirror/legacy-modes/mode/rust')).rust
    case 'ruby':
      return (await import('@codemirror/legacy-modes/mode/ruby')).ruby
    case 'shell':
      return (await import('@codemirror/legacy-modes/mode/shell')).shell
  }
}
