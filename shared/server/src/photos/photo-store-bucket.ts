import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { parseStoreAddress } from '../process/photo-store-address.ts'

/** The error codes of different S3 services for a bucket that the caller already owns. */
const ALREADY_EXISTS = ['BucketAlreadyOwnedByYou', 'BucketAlreadyExists']

/** Creates the bucket that PHOTO_STORE names unless it exists. Returns the result as a sentence for the operator. */
export async function ensureBucket(photoStore: string): Promise<string> {
  const address = parseStoreAddress(photoStore)
  if (address?.kind !== 'S3') return 'The photos are stored in a folder.'
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
    return 'The bucket has been created.'
  } catch (error) {
    if (error instanceof Error && ALREADY_EXISTS.includes(error.name)) return 'The bucket already exists.'
    throw error
  } finally {
    client.destroy()
  }
}
