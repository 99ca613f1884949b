import { writeFileSync } from 'node:fs'
import { writeAccessPage } from '#tests/refusals/access-matrix.ts'

// npm run access-matrix: prints who may do what, and writes docs/access.md.
const page = writeAccessPage()
writeFileSync('docs/access.md', page)
process.stdout.write(page)
