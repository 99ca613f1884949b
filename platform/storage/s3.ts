import type { S3Client } from '@aws-sdk/client-s3'
import { checkKey, checkPrefix, type Storage } from '#platform/storage/port.ts'

export type S3Settings = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Any S3-compatible server. Its library is large and is loaded with the first file. */
export function createS3Storage({ endpoint, bucket: Bucket, region, ...credentials }: S3Settings) {
  let connected: Promise<Connection> | undefined
  const connect = () => (connected ??= connectS3({ endpoint, region, credentials }))

  const storage: Storage & { close(): Promise<void> } = {
    async put(key, bytes, { contentType, cacheControl }) {
      const Key = checkKey(key)
      const { client, s3 } = await connect()
      const metadata = { ContentType: contentType, CacheControl: cacheControl, ContentLength: bytes.length }
      await client.send(new s3.PutObjectCommand({ Bucket, Key, Body: bytes, ...metadata }))
    },
    async get(key) {
      const Key = checkKey(key)
      const { client, s3 } = await connect()
      try {
        const { Body, ContentType } = await client.send(new s3.GetObjectCommand({ Bucket, Key }))
        if (!Body) return null
        const bytes = await Body.transformToByteArray()
        return { bytes, contentType: ContentType ?? 'application/octet-stream' }
      } catch (error) {
        if (error instanceof s3.NoSuchKey) return null
        throw error
      }
    },
    // One request for each file: the batch request needs a checksum that not every server supports.
    async remove(keys) {
      const checked = keys.map(checkKey)
      const { client, s3 } = await connect()
      await Promise.all(checked.map((Key) => client.send(new s3.DeleteObjectCommand({ Bucket, Key }))))
    },
    async list(prefix) {
      const Prefix = checkPrefix(prefix)
      const { client, s3 } = await connect()
      const keys: string[] = []
      for await (const page of s3.paginateListObjectsV2({ client }, { Bucket, Prefix })) {
        keys.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []))
      }
      return keys.toSorted()
    },
    async close() {
      if (connected) (await connected).client.destroy()
    },
  }
  return storage
}

type Connection = { client: S3Client; s3: typeof import('@aws-sdk/client-s3') }

async function connectS3(settings: {
  endpoint: string
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string }
}): Promise<Connection> {
  const s3 = await import('@aws-sdk/client-s3')
  const client = new s3.S3Client({
    ...settings,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
  })
  return { client, s3 }
}
