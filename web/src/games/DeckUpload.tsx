import { DECK_BYTES_MAX } from '@app/contract/limits'
import { Download, FileSpreadsheet, Upload } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ApiError } from '../lib/http/api-error.ts'
import { useLanguage } from '../lib/text/language.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Banner } from '../ui/feedback/Banner.tsx'
import { useFilePicker } from '../ui/forms/use-file-picker.tsx'
import styles from './games.module.css'
import { saveTemplate } from './template.ts'
import { gamesTexts } from './texts.ts'
import { cancelDeck, chooseDeck, saveDeck, useDeckUpload } from './uploads.ts'

const ACCEPTED = '.xlsx,.ods,.csv'

/** Lists the invalid rows of the file, or the error of the file as a whole. */
function UploadError({ error }: { error: ApiError }) {
  const t = useTexts(gamesTexts)
  const formatProblem = ({ path, message }: ApiError['fields'][number]) => {
    const [, row] = path.match(/^rows\.(\d+)/) ?? []
    return row ? `${t('upload.row', { row })}: ${message}` : message
  }
  return (
    <Banner tone="error" icon={FileSpreadsheet} role="alert">
      <p>
        <strong>{t('upload.rejected')}</strong> {error.fields.length === 0 && error.message}
      </p>
      <ul className={styles.errors}>
        {error.fields.map((field) => (
          <li key={`${field.path} ${field.message}`}>{formatProblem(field)}</li>
        ))}
      </ul>
    </Banner>
  )
}

function UploadProgress({ name, percent }: { name: string; percent: number }) {
  const t = useTexts(gamesTexts)
  return (
    <div className={styles.uploading}>
      <p>
        {name}
        <span className={styles.value}>{percent < 100 ? t('upload.percent', { percent }) : t('upload.reading')}</span>
      </p>
      <progress className={styles.progress} max={100} value={percent} aria-label={t('upload.sending', { name })} />
    </div>
  )
}

/** Moves the focus to the first remaining button when the pressed button is removed. */
function useFocusRestore(state: string) {
  const buttons = useRef<HTMLDivElement>(null)
  const previous = useRef(state)
  useEffect(() => {
    if (previous.current !== state && document.activeElement === document.body)
      buttons.current?.querySelector('button')?.focus()
    previous.current = state
  }, [state])
  return buttons
}

/** Lets the team choose a file with a deck and upload it. */
export function DeckUpload() {
  const t = useTexts(gamesTexts)
  const language = useLanguage()
  const { open, input } = useFilePicker({ accept: ACCEPTED, onFiles: ([file]) => file && chooseDeck(file) })
  const { upload } = useDeckUpload()
  const buttons = useFocusRestore(upload.state)
  return (
    <section className={styles.section} aria-labelledby="game-upload">
      <h2 id="game-upload">{t('upload.title')}</h2>
      <p className={styles.hint}>{t('upload.hint')}</p>
      {input}
      {upload.state === 'uploading' && <UploadProgress name={upload.file.name} percent={upload.percent} />}
      {upload.state === 'chosen' && <p className={styles.file}>{upload.file.name}</p>}
      {upload.state === 'chosen' && upload.error && <UploadError error={upload.error} />}
      <div className={styles.buttons} ref={buttons}>
        {upload.state === 'chosen' && upload.file.size <= DECK_BYTES_MAX && (
          <Button onClick={() => void saveDeck(upload.file)}>{t('upload.save')}</Button>
        )}
        {upload.state !== 'uploading' && (
          <Button variant="outlined" icon={Upload} onClick={open}>
            {t('upload.choose')}
          </Button>
        )}
        {upload.state !== 'idle' && (
          <Button variant="quiet" onClick={cancelDeck}>
            {t('upload.cancel')}
          </Button>
        )}
        {upload.state === 'idle' && (
          <Button variant="quiet" icon={Download} onClick={() => saveTemplate(language)}>
            {t('upload.template')}
          </Button>
        )}
      </div>
    </section>
  )
}
