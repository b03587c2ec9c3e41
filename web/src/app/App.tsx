import { BrowserRouter } from 'react-router-dom'
import { ToastRegion } from '../ui/feedback/ToastRegion.tsx'
import { AppErrorBoundary } from './AppErrorBoundary.tsx'
import { Router } from './router.tsx'

export const App = () => (
  <AppErrorBoundary frame={(content) => <main>{content}</main>}>
    <BrowserRouter>
      <Router />
    </BrowserRouter>
    <ToastRegion />
  </AppErrorBoundary>
)
