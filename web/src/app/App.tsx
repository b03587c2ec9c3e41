import { ToastRegion } from '../ui/feedback/ToastRegion.tsx'
import { AppErrorBoundary } from './AppErrorBoundary.tsx'
import { AppRouter } from './AppRouter.tsx'
import { Router } from './router.tsx'

export const App = () => (
  <AppErrorBoundary frame={(content) => <main>{content}</main>}>
    <AppRouter>
      <Router />
    </AppRouter>
    <ToastRegion />
  </AppErrorBoundary>
)
