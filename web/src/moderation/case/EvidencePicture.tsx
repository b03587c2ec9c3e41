import type { Id } from '@app/contract/base'
import type { EvidenceFile } from '@app/contract/safety/cases'
import { Eye } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isApiError } from '../../lib/http/api-error.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { LocalPicture } from '../../ui/photos/LocalPicture.tsx'
import { postFile } from '../api.ts'
import styles from './case.module.css'
import { caseTexts } from './case-texts.ts'

type Props = { caseId: Id; file: EvidenceFile; number: number; isReported: boolean }

const PROBLEMS = { WAITING: 'waiting', MISSING: 'missing', DAMAGED: 'pictureDamaged' } as const

/** Shows a button in place of a picture. The picture loads only when the admin requests it, which the server logs. */
export function EvidencePicture({ caseId, file, number, isReported }: Props) {
  const t = useTexts(caseTexts)
  const [state, setState] = useState<'hidden' | 'loading' | 'failed' | 'limit'>('hidden')
  const [picture, setPicture] = useState<Blob | null>(null)
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!picture) return
    const pictureUrl = URL.createObjectURL(picture)
    setUrl(pictureUrl)
    return () => URL.revokeObjectURL(pictureUrl)
  }, [picture])
  const isLoading = state === 'loading'
  async function show(): Promise<void> {
    if (isLoading) return
    setState('loading')
    try {
      setPicture(await postFile(caseId, file.id))
    } catch (error) {
      setState(isApiError(error, 'TOO_MANY_REQUESTS') ? 'limit' : 'failed')
    }
  }
  const label = t(isLoading ? 'loadingPicture' : 'showPicture')
  const name = t(isReported ? 'pictureReported' : 'picture', { number })
  if (file.state !== 'COPIED') return <p className={styles.fileNote}>{t(PROBLEMS[file.state])}</p>
  if (url) return <LocalPicture className={styles.picture} url={url} alt={name} />
  return (
    <div className={styles.hiddenPicture}>
      <button
        type="button"
        aria-label={`${label}: ${name}`}
        aria-disabled={isLoading || undefined}
        onClick={() => void show()}
      >
        <Eye size="1.125rem" strokeWidth={1.75} aria-hidden />
        {label}
      </button>
      <span role="status">
        {state === 'failed' && t('pictureFailed')}
        {state === 'limit' && t('limit')}
      </span>
    </div>
  )
}
