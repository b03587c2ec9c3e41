import { type ReactNode, useEffect, useRef } from 'react'
import { Dialog, Heading, I18nProvider, Modal, ModalOverlay } from 'react-aria-components'
import { restoreFocusAfterClose } from '../../lib/navigation/focus-loss.ts'
import { localeOf, useLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { STEPS, type Step } from '../steps.ts'
import { WelcomeArt } from './art.tsx'
import styles from './welcome.module.css'
import { welcomeTexts } from './welcome-texts.ts'

type Props = {
  step: Step
  name: string
  title: string
  lead: string
  isSaving: boolean
  /** The reason why something could not be saved. */
  problem: string | null
  onBack: () => void
  /** Continues without the rest of this step. */
  onNotNow: () => void
  onNext: () => void
  onSkipAll: () => void
  children: ReactNode
}

function Progress({ step }: { step: Step }) {
  const t = useTexts(welcomeTexts)
  const index = STEPS.indexOf(step)
  const text = t('step', { step: index + 1, steps: STEPS.length })
  return (
    <>
      <div
        className={styles.segments}
        role="progressbar"
        aria-label={t('progress')}
        aria-valuemin={0}
        aria-valuemax={STEPS.length}
        aria-valuenow={index + 1}
        aria-valuetext={text}
      >
        {STEPS.map((name, position) => (
          <span key={name} className={classes(styles.segment, position <= index && styles.reached)} />
        ))}
      </div>
      <span className={styles.count} aria-hidden>
        {text}
      </span>
    </>
  )
}

/** Focuses the heading of each step, and afterwards restores the focus to the page. */
function useHeadingFocus(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has its own heading.
  useEffect(() => heading.current?.focus(), [step])
  useEffect(() => restoreFocusAfterClose, [])
  return heading
}

function Body({ step, name, title, lead, isSaving, problem, children, ...actions }: Props) {
  const t = useTexts(welcomeTexts)
  const heading = useHeadingFocus(step)
  const isLast = step === STEPS.at(-1)
  return (
    <>
      <div className={styles.art}>
        <WelcomeArt />
        <p className={styles.welcome}>{t('welcome', { name })}</p>
      </div>
      <div className={styles.main}>
        <div className={styles.scroller}>
          <div className={styles.top}>
            <Progress step={step} />
            <span className={styles.spacer} />
            <button type="button" className={styles.skip} onClick={actions.onSkipAll}>
              {t('skipAll')}
            </button>
          </div>
          <div key={step} className={styles.step}>
            <Heading slot="title" className={styles.title} ref={heading} tabIndex={-1}>
              {title}
            </Heading>
            <p className={styles.lead}>{lead}</p>
            {children}
          </div>
        </div>
        <div className={styles.foot}>
          {problem !== null && (
            <p className={styles.problem} role="alert">
              {problem}
            </p>
          )}
          {step !== STEPS[0] && (
            <Button variant="quiet" onClick={actions.onBack}>
              {t('back')}
            </Button>
          )}
          <span className={styles.spacer} />
          {!isLast && (
            <Button variant="quiet" onClick={actions.onNotNow}>
              {t('notNow')}
            </Button>
          )}
          <span className={styles.next}>
            <Button wide busy={isSaving} onClick={actions.onNext}>
              {t(isLast ? 'done' : 'next')}
            </Button>
          </span>
        </div>
      </div>
    </>
  )
}

/** Shows one step of the welcome in a dialog; on a phone it fills the screen. Escape skips the rest. */
export function WelcomeFrame(props: Props) {
  return (
    <I18nProvider locale={localeOf(useLanguage())}>
      <ModalOverlay
        className={styles.scrim}
        isOpen
        isDismissable={false}
        onOpenChange={(isOpen) => !isOpen && props.onSkipAll()}
      >
        <Modal className={styles.modal}>
          <Dialog className={styles.dialog}>
            <Body {...props} />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </I18nProvider>
  )
}
