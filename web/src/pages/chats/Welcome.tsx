import type { MemberResponse } from '@app/contract/members/members'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { memberKeyOf } from '../../lib/device/claims.ts'
import { useConnectivity } from '../../lib/device/online.ts'
import { showToast } from '../../lib/feedback/toasts.ts'
import { useFocusFirstError } from '../../lib/forms/use-focus-first-error.ts'
import { describeError } from '../../lib/http/api-error.ts'
import { inSession, useSession } from '../../lib/http/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { loadOwnProfile, useOwnProfile } from '../../profiles/store.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../../ui/feedback/Loading.tsx'
import { LookingStep } from '../../welcome/dialog/LookingStep.tsx'
import { PhotoStep } from '../../welcome/dialog/PhotoStep.tsx'
import { WelcomeFrame } from '../../welcome/dialog/WelcomeFrame.tsx'
import { WordsStep } from '../../welcome/dialog/WordsStep.tsx'
import { welcomeTexts } from '../../welcome/dialog/welcome-texts.ts'
import { changeWelcomeDraft, openWelcomeDraft, useWelcomeDraft } from '../../welcome/draft.ts'
import { withAnswers } from '../../welcome/starters.ts'
import { type Step, welcomeUrl } from '../../welcome/steps.ts'
import { toSave, toValues, type WelcomePart } from '../../welcome/values.ts'
import { saveWelcome } from './save-welcome.ts'
import { useWelcomePhoto } from './use-welcome-photo.ts'
import { useWelcomeSteps } from './use-welcome-steps.ts'

/** The parts of the values that each step contains. */
const PARTS_OF: Record<Step, readonly WelcomePart[]> = {
  photo: [],
  words: ['answers'],
  looking: ['lookingFor', 'ages', 'cities', 'mails'],
}

type Text = { title: string; lead: string }

function useStepText(): (step: Step, couple: boolean) => Text {
  const t = useTexts(welcomeTexts)
  return (step, couple) => {
    if (step === 'photo') return { title: t('photo.title'), lead: t('photo.lead') }
    return { title: t(couple ? `${step}.titleOfTwo` : `${step}.title`), lead: t(`${step}.lead`) }
  }
}

type FormProps = { step: Step; member: MemberResponse; couple: boolean; submitCount: number }

/** Shows the fields of a step. */
function Fields({ step, member, couple, submitCount }: FormProps) {
  const changes = useWelcomeDraft((draft) => draft.changes)
  const photo = useWelcomePhoto()
  const form = useFocusFirstError(submitCount)
  if (step === 'photo') return <PhotoStep couple={couple} {...photo} />
  const values = { ...toValues(member), ...changes }
  const errors = submitCount > 0 ? toSave(member, changes).errors : {}
  return (
    <form ref={form} onSubmit={(event) => event.preventDefault()}>
      {step === 'words' ? (
        <WordsStep
          couple={couple}
          answers={values.answers}
          hasOtherText={withAnswers(member.profile.description, []) !== ''}
          error={errors.answers}
          onChange={(answers) => changeWelcomeDraft({ answers })}
        />
      ) : (
        <LookingStep couple={couple} values={values} errors={errors} onChange={changeWelcomeDraft} />
      )}
    </form>
  )
}

/** Returns a function that saves the draft, whether a save is pending, and the error text of the last one. */
function useSaving(member: MemberResponse | undefined) {
  const t = useTexts(welcomeTexts)
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  return {
    isSaving,
    problem,
    /** Returns whether everything that is valid was saved. */
    save: async (): Promise<boolean> => {
      if (!member) return true
      setSaving(true)
      const error = await saveWelcome(member)
      setSaving(false)
      const isOffline = error?.code === 'NETWORK' || !useConnectivity.getState().online
      setProblem(error && (isOffline ? t('offline') : `${t('notSaved')} ${describeError(error)}`))
      return error === null
    },
  }
}

/** Guides a new member through three steps. The input stays on the device until it is saved. */
export function Welcome({ step }: { step: Step }) {
  const t = useTexts(welcomeTexts)
  const session = useSession()
  const navigate = useNavigate()
  const own = useOwnProfile()
  const stepText = useStepText()
  const { isClosing, isLast, goNext, goBack, close } = useWelcomeSteps(step)
  const { isSaving, problem, save } = useSaving(own.data)
  const [submitCount, setSubmitCount] = useState(0)
  const memberKey = session && memberKeyOf(session)
  useEffect(() => {
    if (memberKey !== null) openWelcomeDraft(memberKey)
  }, [memberKey])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step shows its own errors.
  useEffect(() => setSubmitCount(0), [step])
  if (!session || isClosing) return null
  const { couple } = session
  const errorsNow = () => (own.data ? toSave(own.data, useWelcomeDraft.getState().changes).errors : {})

  const submit = async () => {
    setSubmitCount((count) => count + 1)
    const errors = errorsNow()
    if (PARTS_OF[step].some((part) => errors[part] !== undefined) || !(await save())) return
    if (isLast) close()
    else goNext()
  }
  const skipAll = async () => {
    const showNotSaved = inSession(() =>
      showToast({
        text: t('notSavedLater'),
        action: { label: t('resume'), run: () => void navigate(welcomeUrl(step)) },
      }),
    )
    close()
    const isSaved = await save()
    if (!isSaved || Object.keys(errorsNow()).length > 0) showNotSaved()
  }

  return (
    <WelcomeFrame
      step={step}
      name={session.userName}
      {...stepText(step, couple)}
      isSaving={isSaving}
      problem={problem}
      onBack={goBack}
      onNotNow={() => {
        goNext()
        void save()
      }}
      onNext={() => void submit()}
      onSkipAll={() => void skipAll()}
    >
      {own.data ? (
        <Fields step={step} member={own.data} couple={couple} submitCount={submitCount} />
      ) : own.state === 'failed' ? (
        <Failed title={t('failed')} error={own.error} retry={loadOwnProfile} />
      ) : (
        <Loading text={t('loading')}>
          <Skeleton height="10.5rem" radius="1.125rem" />
        </Loading>
      )}
    </WelcomeFrame>
  )
}
