import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { readStoreAddress } from './photo-store-address.ts'

/** Stores say it in both ways of a bucket of one's own. */
const ALREADY_EXISTS = ['BucketAlreadyOwnedByYou', 'BucketAlreadyExists']

/** Makes the bucket that PHOTO_STORE names, unless it is there; says what it has done. A folder needs no such thing. */
export async function ensureBucket(photoStore: string): Promise<string> {
  const address = readStoreAddress(photoStore)
  if (address?.kind !== 'S3') return 'The photos lie in a folder.'
  const { endpoint, region, credentials, bucket } = address
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    ...(credentials ? { credentials } : {}),
  })
  try {
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
    return 'The bucket has been made.'
  } catch (error) {
    if (error instanceof Error && ALREADY_EXISTS.includes(error.name)) return 'The bucket is there.'
    throw error
  } finally {
    client.destroy()
  }
}
