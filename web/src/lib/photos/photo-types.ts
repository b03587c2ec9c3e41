/** Image types that browsers may be able to decode. Types other than JPEG are converted before the upload. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/heic,image/heif,image/avif'
