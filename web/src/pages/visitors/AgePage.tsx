import { Suspense, useEffect, useRef, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { logOut, verifySession } from '../../accounts/api.ts'
import { LoginFrame } from '../../accounts/frames/LoginFrame.tsx'
import { postCallback } from '../../age/api.ts'
import { StartAgeCheck } from '../../age/StartAgeCheck.tsx'
import { ageTexts } from '../../age/texts.ts'
import { lazy } from '../../lib/device/chunks.ts'
import { showToast } from '../../lib/feedback/toasts.ts'
import { ApiError, describeError } from '../../lib/http/api-error.ts'
import { getSession, useSession } from '../../lib/http/session.ts'
import { settingsUrl } from '../../lib/navigation/settings-url.ts'
import { getTexts, useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import styles from './age-page.module.css'

const ExportCard = lazy(async () => ({ default: (await import('../../settings/ExportCard.tsx')).ExportCard }))
const DeleteCard = lazy(async () => ({ default: (await import('../../settings/DeleteCard.tsx')).DeleteCard }))
const OwnDecisions = lazy(async () => ({ default: (await import('../../decisions/OwnDecisions.tsx')).OwnDecisions }))

function Decisions() {
  const [opened, setOpened] = useState<string | null>(null)
  return <OwnDecisions opened={opened} about={null} onOpen={setOpened} />
}

const OTHER_ACTIONS = [
  { name: 'export', Panel: ExportCard },
  { name: 'decisions', Panel: Decisions },
  { name: 'delete', Panel: DeleteCard },
] as const

/** Sends the callback of the provider to the server, once. Returns whether it waits for the result, or the problem. */
function useCallbackResult(query: string | null): { isFinishing: boolean; problem: string | null } {
  const navigate = useNavigate()
  const sentQuery = useRef<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (query === null || sentQuery.current === query) return
    sentQuery.current = query
    const wasNeeded = getSession()?.ageCheckNeeded
    const finish = async () => {
      const { result } = await postCallback(query)
      if (result !== 'PASS') return setProblem(getTexts(ageTexts)('failed'))
      await verifySession()
      showToast({ text: getTexts(ageTexts)('passed') })
      await navigate(wasNeeded ? '/chats' : settingsUrl('login'), { replace: true })
    }
    finish().catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
      setProblem(describeError(error))
    })
  }, [query, navigate])
  return { isFinishing: query !== null && problem === null, problem }
}

/**
 * Leads to the age check, and receives its result. As long as the member needs one, it is the only page of their
 * account.
 */
export function AgePage() {
  const t = useTexts(ageTexts)
  const session = useSession()
  const [params] = useSearchParams()
  const { isFinishing, problem } = useCallbackResult(params.has('state') ? params.toString() : null)
  const [openedPanels, setOpenedPanels] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => void verifySession(), [])
  if (!session) return <Navigate to="/" replace />
  if (!session.ageCheckNeeded && !params.has('state')) return <Navigate to={settingsUrl('login')} replace />
  return (
    <LoginFrame title={t('title')} lead={session.ageCheckNeeded && t('gate')}>
      <p className={styles.privacy}>{t('privacy')}</p>
      {isFinishing ? <p role="status">{t('finishing')}</p> : <StartAgeCheck wide problem={problem} />}
      <section className={styles.others} aria-label={t('meanwhile')}>
        <p>{t('meanwhile')}</p>
        {OTHER_ACTIONS.map(({ name, Panel }) => (
          <details
            key={name}
            onToggle={({ currentTarget }) =>
              currentTarget.open && setOpenedPanels((panels) => new Set([...panels, name]))
            }
          >
            <summary>{t(name)}</summary>
            <Suspense>{openedPanels.has(name) && <Panel />}</Suspense>
          </details>
        ))}
        <Button variant="outlined" wide onClick={() => void logOut()}>
          {t('logOut')}
        </Button>
      </section>
    </LoginFrame>
  )
}
