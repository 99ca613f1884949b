import { expect, test } from 'vitest'
import { cleanFileName } from '#domain/files/file-name.server.ts'

test.each([
  ['homework.pdf', 'pdf', 'homework.pdf'],
  ['IMG_2024.JPG', 'webp', 'IMG_2024.webp'],
  ['report.v2', 'pdf', 'report.v2.pdf'],
  ['गणित प्रश्न.docx', 'docx', 'गणित प्रश्न.docx'],
  ['क्\u200dष.pdf', 'pdf', 'क्\u200dष.pdf'],
  ['C:\\Users\\asha\\sums.doc', 'doc', 'sums.doc'],
  ['../../etc/passwd', 'pdf', 'passwd.pdf'],
  ['page.html', 'pdf', 'page.html.pdf'],
  ['exe\u202efdp.pdf', 'pdf', 'exefdp.pdf'],
  ['a\r\nSet-Cookie: x\0.pdf', 'pdf', 'aSet-Cookie: x.pdf'],
  ['  many \t spaces .pdf', 'pdf', 'many spaces.pdf'],
  ['.htaccess', 'pdf', 'htaccess.pdf'],
  ['a\ud800.pdf', 'pdf', 'a.pdf'],
  ['', 'pdf', 'file.pdf'],
  ['.pdf', 'pdf', 'file.pdf'],
  ['folder/', 'webp', 'file.webp'],
])('%j with the extension %s becomes %j', (name, extension, clean) => {
  expect(cleanFileName(name, extension)).toBe(clean)
})

test('a long name is cut before its extension, and never inside a character', () => {
  expect(cleanFileName(`${'x'.repeat(500)}.pdf`, 'pdf')).toBe(`${'x'.repeat(196)}.pdf`)
  expect(cleanFileName(`x${'😀'.repeat(300)}`, 'pdf')).toBe(`x${'😀'.repeat(97)}.pdf`)
})
