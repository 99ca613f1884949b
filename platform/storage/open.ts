import { createDiskStorage } from '#platform/storage/disk.ts'
import type { Storage } from '#platform/storage/port.ts'
import { createS3Storage, type S3Settings } from '#platform/storage/s3.ts'

export type StorageSettings = { kind: 'disk'; folder: string } | ({ kind: 's3' } & S3Settings)

export function openStorage(settings: StorageSettings): Storage {
  if (settings.kind === 'disk') return createDiskStorage(settings.folder)
  const { kind: _kind, ...s3 } = settings
  return createS3Storage(s3)
}
