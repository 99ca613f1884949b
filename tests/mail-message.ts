type ReadMessage = { headers: Map<string, string>; text: string; html: string }

/** Parses a multipart/alternative mail, as far as the product’s mails need. */
export function readMessage(raw: string): ReadMessage {
  const { headers, body } = splitMessage(raw)
  const type = headers.get('content-type') ?? ''
  const boundary = /^multipart\/alternative;\s*boundary="([^"]+)"/.exec(type)?.[1]
  if (!boundary) throw new Error(`not multipart/alternative: ${type}`)
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => splitMessage(part.replace(/^\r\n/, '')))
  const readPart = (partType: string) => {
    const part = parts.find(({ headers }) => headers.get('content-type')?.startsWith(partType))
    if (!part) throw new Error(`no part of type ${partType}`)
    return decodeBody(part.body, part.headers.get('content-transfer-encoding') ?? '7bit')
  }
  return { headers, text: readPart('text/plain; charset=utf-8'), html: readPart('text/html; charset=utf-8') }
}

function splitMessage(raw: string): { headers: Map<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())]
  })
  return { headers: new Map(headers), body: raw.slice(end + 4) }
}

function decodeWords(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_word, encoding: string, content: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(content, 'base64').toString()
        : decodeQuotedPrintable(content.replaceAll('_', ' ')),
    )
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  const text = encoding === 'quoted-printable' ? decodeQuotedPrintable(body.replaceAll(/=\r\n/g, '')) : body
  return text.replaceAll('\r\n', '\n').trimEnd()
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_code, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString()
}
