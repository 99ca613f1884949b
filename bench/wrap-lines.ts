const lineMaxLength = 119

/** Wraps the long lines of a Markdown text at spaces. Tables and code stay as they are. */
export function wrapLines(markdown: string): string {
  let isCode = false
  return markdown
    .split('\n')
    .flatMap((line) => {
      if (line.startsWith('```')) isCode = !isCode
      return isCode || line.startsWith('|') ? [line] : wrapLine(line)
    })
    .join('\n')
}

function wrapLine(line: string): string[] {
  if (line.length <= lineMaxLength) return [line]
  const end = line.lastIndexOf(' ', lineMaxLength)
  return end < 1 ? [line] : [line.slice(0, end), ...wrapLine(line.slice(end + 1))]
}
