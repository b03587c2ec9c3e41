/** Pictures that a browser may be able to read. What is not JPEG is made one before it is sent. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/heic,image/heif,image/avif'
