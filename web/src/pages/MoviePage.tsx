import { Camera } from 'lucide-react'
import { useState } from 'react'
import { PHOTO_TYPES } from '../lib/photos/photo-types.ts'
import { useTexts } from '../lib/text/texts.ts'
import { MovieFeed } from '../movie/MovieFeed.tsx'
import { movieTexts } from '../movie/texts.ts'
import { UploadDialog } from '../movie/UploadDialog.tsx'
import { PageButton } from '../ui/buttons/PageAction.tsx'
import { useFilePicker } from '../ui/forms/use-file-picker.tsx'
import { PageTop } from '../ui/layout/PageTop.tsx'
import { RemovedContent } from './RemovedContent.tsx'

/** Shows the photo feed. */
export function MoviePage() {
  const t = useTexts(movieTexts)
  const [file, setFile] = useState<Blob | null>(null)
  const picker = useFilePicker({ accept: PHOTO_TYPES, onFiles: ([chosen]) => setFile(chosen ?? null) })
  return (
    <>
      <PageTop
        title={t('page')}
        actions={
          <PageButton icon={Camera} onClick={picker.open}>
            {t('add')}
          </PageButton>
        }
      />
      {picker.input}
      <RemovedContent kinds={['MOVIE_ENTRY']} />
      <MovieFeed />
      <UploadDialog file={file} onClose={() => setFile(null)} />
    </>
  )
}
