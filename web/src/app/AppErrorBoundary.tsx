import { Component, type ErrorInfo, type ReactNode } from 'react'
import { logToServer } from '../lib/feedback/client-log.ts'
import { useNewVersion } from '../lib/release/new-version.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { LoadNewVersion } from '../ui/feedback/LoadNewVersion.tsx'
import { uiTexts } from '../ui/texts.ts'
import { appTexts } from './texts.ts'

/** Shows an error page. If there is a newer release, offers that, since its deployment may have removed a chunk. */
function ErrorPage() {
  const t = useTexts(appTexts)
  const tUi = useTexts(uiTexts)
  const isReplaced = useNewVersion(({ offered }) => offered)
  const title = isReplaced ? tUi('newVersion') : t('crashed')
  return (
    <div role="alert">
      <EmptyState
        motif={isReplaced ? 'quiet' : 'broken'}
        title={title}
        heading={<h1>{title}</h1>}
        action={isReplaced ? <LoadNewVersion /> : <Button onClick={() => location.reload()}>{t('reload')}</Button>}
      >
        {t(isReplaced ? 'replacedText' : 'crashedText')}
      </EmptyState>
    </div>
  )
}

type Props = {
  children: ReactNode
  /** The current path: a new one resets the boundary. */
  page?: string
  /** Wraps the error message if the page has no other frame. */
  frame?: (content: ReactNode) => ReactNode
}

/** Catches render errors and chunks that fail to load: logs the error, shows a message and offers a reload. */
export class AppErrorBoundary extends Component<Props, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError = () => ({ crashed: true })

  override componentDidUpdate({ page }: Props): void {
    if (this.state.crashed && page !== this.props.page) this.setState({ crashed: false })
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo): void {
    logToServer('error', error.message, `${error.stack ?? ''}\n${componentStack ?? ''}`)
  }

  override render(): ReactNode {
    const { children, frame = (content) => content } = this.props
    return this.state.crashed ? frame(<ErrorPage />) : children
  }
}
