import { Component, type ErrorInfo, type ReactNode } from 'react'
import { logToServer } from '../lib/client-log.ts'
import { useTexts } from '../lib/texts.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { appTexts } from './texts.ts'

function Crashed() {
  const t = useTexts(appTexts)
  return (
    <main>
      <div role="alert">
        <EmptyState
          motif="broken"
          title={t('crashed')}
          heading={<h1>{t('crashed')}</h1>}
          action={<Button onClick={() => location.reload()}>{t('reload')}</Button>}
        >
          {t('crashedText')}
        </EmptyState>
      </div>
    </main>
  )
}

/** What breaks while drawing, or a part that a newer release has replaced: say so, log it, offer to load anew. */
export class CrashGuard extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError = () => ({ crashed: true })

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo): void {
    logToServer('error', error.message, `${error.stack ?? ''}\n${componentStack ?? ''}`)
  }

  override render(): ReactNode {
    return this.state.crashed ? <Crashed /> : this.props.children
  }
}
