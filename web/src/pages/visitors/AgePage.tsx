import { Suspense, useEffect, useRef, useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router-dom'
import { logOut, verifySession } from '../../accounts/api.ts'
import { LoginFrame } from '../../accounts/frames/LoginFrame.tsx'
import { getAgeCheck, postCallback } from '../../age/api.ts'
import { StartAgeCheck } from '../../age/StartAgeCheck.tsx'
import { ageTexts } from '../../age/texts.ts'
import { lazy } from '../../lib/device/chunks.ts'
import { showToast } from '../../lib/feedback/toasts.ts'
import { ApiError, describeError } from '../../lib/http/api-error.ts'
import { getSession, useSession } from '../../lib/http/session.ts'
import { settingsUrl } from '../../lib/navigation/settings-url.ts'
import { getTexts, useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Disclosure } from '../../ui/layout/Disclosure.tsx'
import styles from './age-page.module.css'

/** The path of this page, to which the provider sends members back. */
const AGE_PATH = '/age'

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

/** Finishes the check with the callback of the provider. Returns why it did not pass, or null. */
async function finishCheck(query: string): Promise<string | null> {
  const t = getTexts(ageTexts)
  try {
    const { result } = await postCallback(query)
    return result === 'PASS' ? null : t('failed')
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const isCanceled = error.code === 'AGE_CHECK_FAILED' && new URLSearchParams(query).get('error') === 'access_denied'
    return isCanceled ? t('canceled') : describeError(error)
  }
}

/**
 * Sends the callback of the provider to the server, once, and removes it from the URL. Without a callback, loads whether
 * the previous check failed. Returns why the check did not pass, or null.
 */
function useProblem(query: string | null): string | null {
  const navigate = useNavigate()
  const sentQuery = useRef<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (query === null || sentQuery.current === query) return
    sentQuery.current = query
    const finish = async () => {
      const wasNeeded = getSession()?.ageCheckNeeded
      const found = await finishCheck(query)
      await verifySession()
      if (wasNeeded && found) {
        setProblem(found)
        return navigate(AGE_PATH, { replace: true })
      }
      showToast({ text: found ?? getTexts(ageTexts)('passed') })
      return navigate(wasNeeded ? '/chats' : settingsUrl('login'), { replace: true })
    }
    void finish()
  }, [query, navigate])
  useEffect(() => {
    if (query !== null || !getSession()?.ageCheckNeeded) return
    getAgeCheck().then(
      ({ result }) => result === 'FAIL' && setProblem((shown) => shown ?? getTexts(ageTexts)('failed')),
      // If this request fails, the page still offers the check.
      () => {},
    )
  }, [query])
  return problem
}

/**
 * Starts the age check, and receives its result. A member who needs a check can open no other page of their
 * account.
 */
export function AgePage() {
  const t = useTexts(ageTexts)
  const session = useSession()
  const [params] = useSearchParams()
  const isFinishing = params.has('state')
  const problem = useProblem(isFinishing ? params.toString() : null)
  useEffect(() => void verifySession(), [])
  if (!session) return <Navigate to="/" replace />
  if (!session.ageCheckNeeded && !isFinishing) return <Navigate to={settingsUrl('login')} replace />
  return (
    <LoginFrame title={t('title')} lead={session.ageCheckNeeded && t('gate')}>
      <p className={styles.privacy}>{t('privacy')}</p>
      {isFinishing ? (
        <p role="status" className={styles.finishing}>
          {t('finishing')}
        </p>
      ) : (
        <StartAgeCheck wide problem={problem} />
      )}
      {session.ageCheckNeeded && (
        <section className={styles.others} aria-label={t('meanwhile')}>
          <p>{t('meanwhile')}</p>
          {OTHER_ACTIONS.map(({ name, Panel }) => (
            <Disclosure key={name} label={t(name)}>
              <Suspense>
                <Panel />
              </Suspense>
            </Disclosure>
          ))}
          <Button variant="outlined" wide onClick={() => void logOut()}>
            {t('logOut')}
          </Button>
        </section>
      )}
    </LoginFrame>
  )
}
