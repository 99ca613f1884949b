/** Unusual values that no page sends. */
export const oddValues = [
  '',
  ' ',
  '\0',
  'a\0b',
  'a\r\nb',
  '\u202Eevil',
  '\uD800',
  '0',
  '-1',
  '1e309',
  'NaN',
  '99999999999999999999',
  '0x10',
  '1.005',
  'null',
  '[]',
  '{"__proto__":1}',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '-'.repeat(36),
  '00000000-0000-0000-0000-00000000000g',
  "' or 1=1 --",
  '<b>x</b>',
  '../../etc/passwd',
  '%00%ff',
  '2026-02-31T99:99',
  '+275760-09-13',
  '9999-99-99',
  'Mars/Base',
  'x'.repeat(5_000),
  '🙂'.repeat(200),
]

/** JSON values that are not strings. The last one cannot even be converted to a string. */
export const oddJsonValues: unknown[] = [null, true, -1, 1e308, [], {}, [['a']], { toString: 1, valueOf: 1 }]

/** Path segments that are not the id of a record. */
export const oddParts = [
  'no-id',
  '%00',
  '-'.repeat(36),
  '__proto__',
  '%27%3B--',
  '9'.repeat(30),
  '-1',
  'x'.repeat(300),
  '%F0%9F',
]

/** The names of all parameters that pages read from the query. */
export const queryNames = (
  'q sort after before by month day zone from minutes start do page kind payment name size left top person about act ' +
  'thing id stage status state role show reviews redirect category online rating subject language max with since'
).split(' ')

/** Content types of a body. A form is sent with each that does not fit it. */
export const bodyTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/json',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'image/png',
  '',
  '///',
]
export const otherMethods = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND']
/** The methods of requests that change something. */
export const writeMethods = ['POST', 'PUT', 'PATCH', 'DELETE']
