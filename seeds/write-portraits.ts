import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { demoExperts, ravi } from '#seeds/demo-experts.ts'
import { drawnFrom, drawnFromFile, portraitFolder, portraitName } from '#seeds/portrait-files.ts'
import { drawPortrait } from '#seeds/portrait.ts'

// Run by hand after a change of the drawings or of the people: node seeds/write-portraits.ts
const experts = [ravi, ...demoExperts]
/** Slow and small; smart subsampling keeps thin red and gold lines clean. */
const encoding = { quality: 82, effort: 6, smartSubsample: true }

await rm(portraitFolder, { recursive: true, force: true })
await mkdir(portraitFolder)
await Promise.all(
  experts.map((expert) =>
    sharp(Buffer.from(drawPortrait(expert.portrait)))
      .webp(encoding)
      .toFile(join(portraitFolder, portraitName(expert))),
  ),
)
await writeFile(drawnFromFile, `${drawnFrom(experts)}\n`)
