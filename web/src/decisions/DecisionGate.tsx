import { useEffect, useLayoutEffect, useRef } from 'react'
import { Dialog, I18nProvider, Modal, ModalOverlay } from 'react-aria-components'
import { localeOf, useLanguage } from '../lib/text/language.ts'
import { useTexts } from '../lib/text/texts.ts'
import { FocusAfterClose } from '../ui/overlays/FocusAfterClose.tsx'
import styles from './decision.module.css'
import { OwnDecision } from './OwnDecision.tsx'
import { loadDecisions, mustBeRead, useDecisions } from './store.ts'
import { decisionTexts } from './texts.ts'

/**
 * Covers every page with a decision that the member has to read, oldest first, until they confirm that they have read
 * it. Covers nothing while the decisions cannot be loaded.
 */
export function DecisionGate() {
  const t = useTexts(decisionTexts)
  const locale = localeOf(useLanguage())
  const { data } = useDecisions(({ decisions }) => decisions)
  const content = useRef<HTMLDivElement>(null)
  const statement = data?.findLast(mustBeRead)
  const id = statement?.id
  useEffect(() => void loadDecisions(), [])
  // Before the effects, in which React Aria focuses a dialog without focus, and focuses it again half a second later.
  useLayoutEffect(() => {
    if (id) content.current?.querySelector<HTMLElement>('h2')?.focus()
  }, [id])
  if (!statement) return null
  return (
    <I18nProvider locale={locale}>
      <ModalOverlay className={styles.gate} isOpen isDismissable={false} isKeyboardDismissDisabled>
        <Modal className={styles.gateModal}>
          <Dialog className={styles.gateDialog} aria-label={t('gateTitle')} role="alertdialog">
            <FocusAfterClose />
            <div ref={content}>
              <p className={styles.gateText}>{t('gateText')}</p>
              <OwnDecision key={statement.id} statement={statement} />
            </div>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </I18nProvider>
  )
}
