import { BrowserRouter } from 'react-router-dom'
import { ToastRegion } from '../ui/feedback/ToastRegion.tsx'
import { CrashGuard } from './CrashGuard.tsx'
import { Router } from './router.tsx'

export const App = () => (
  <CrashGuard around={(words) => <main>{words}</main>}>
    <BrowserRouter>
      <Router />
    </BrowserRouter>
    <ToastRegion />
  </CrashGuard>
)
