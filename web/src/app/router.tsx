import { Suspense, useEffect } from 'react'
import { Navigate, Outlet, Route, Routes } from 'react-router-dom'
import { useSession } from '../lib/http/session.ts'
import { useAppConfig } from '../lib/release/app-config.ts'
import { LoginPage } from '../pages/visitors/LoginPage.tsx'
import { type LazyPage, lazyPage } from './lazy-page.tsx'
import { preloadOnIntent } from './preload-on-intent.ts'
import { VisitorArea } from './VisitorArea.tsx'

const MemberArea = lazyPage(async () => (await import('./MemberArea.tsx')).MemberArea)
const ChatsPage = lazyPage(async () => (await import('../pages/chats/ChatsPage.tsx')).ChatsPage)
const MyProfilePage = lazyPage(async () => (await import('../pages/profiles/MyProfilePage.tsx')).MyProfilePage)
const ProfilePage = lazyPage(async () => (await import('../pages/profiles/ProfilePage.tsx')).ProfilePage)
const ProfileListPage = lazyPage(async () => (await import('../pages/profiles/ProfileListPage.tsx')).ProfileListPage)
const AdsPage = lazyPage(async () => (await import('../pages/AdsPage.tsx')).AdsPage)
const NewsPage = lazyPage(async () => (await import('../pages/NewsPage.tsx')).NewsPage)
const EventsPage = lazyPage(async () => (await import('../pages/EventsPage.tsx')).EventsPage)
const MoviePage = lazyPage(async () => (await import('../pages/MoviePage.tsx')).MoviePage)
const GamesPage = lazyPage(async () => (await import('../pages/GamesPage.tsx')).GamesPage)
const GroupsPage = lazyPage(async () => (await import('../pages/GroupsPage.tsx')).GroupsPage)
const RegistrationPage = lazyPage(async () => (await import('../pages/visitors/RegistrationPage.tsx')).RegistrationPage)
const RegistrationMailPage = lazyPage(
  async () => (await import('../pages/visitors/RegistrationMailPage.tsx')).RegistrationMailPage,
)
const RegistrationTokenPage = lazyPage(
  async () => (await import('../pages/visitors/RegistrationTokenPage.tsx')).RegistrationTokenPage,
)
const ResetPage = lazyPage(async () => (await import('../pages/visitors/ResetPage.tsx')).ResetPage)
const ResetMailPage = lazyPage(async () => (await import('../pages/visitors/ResetMailPage.tsx')).ResetMailPage)
const ResetTokenPage = lazyPage(async () => (await import('../pages/visitors/ResetTokenPage.tsx')).ResetTokenPage)
const RestoreAccountPage = lazyPage(
  async () => (await import('../pages/visitors/RestoreAccountPage.tsx')).RestoreAccountPage,
)
const EmailTokenPage = lazyPage(async () => (await import('../pages/visitors/EmailTokenPage.tsx')).EmailTokenPage)
const EmailRevertPage = lazyPage(async () => (await import('../pages/visitors/WarningLinkPages.tsx')).EmailRevertPage)
const NewDevicePage = lazyPage(async () => (await import('../pages/visitors/WarningLinkPages.tsx')).NewDevicePage)
const PasskeyLoginPage = lazyPage(async () => (await import('../pages/visitors/PasskeyLoginPage.tsx')).PasskeyLoginPage)
const StatementPage = lazyPage(async () => (await import('../pages/visitors/StatementPage.tsx')).StatementPage)
const UnsubscribePage = lazyPage(async () => (await import('../pages/visitors/UnsubscribePage.tsx')).UnsubscribePage)
const NoticePage = lazyPage(async () => (await import('../pages/visitors/NoticePage.tsx')).NoticePage)
const AgePage = lazyPage(async () => (await import('../pages/visitors/AgePage.tsx')).AgePage)
const TermsPage = lazyPage(async () => (await import('../pages/visitors/TermsPage.tsx')).TermsPage)
const AboutPage = lazyPage(async () => (await import('../pages/visitors/AboutPage.tsx')).AboutPage)
const SafetyPage = lazyPage(async () => (await import('../pages/SafetyPage.tsx')).SafetyPage)
const OperationsPage = lazyPage(async () => (await import('../pages/OperationsPage.tsx')).OperationsPage)
const ModerationPage = lazyPage(async () => (await import('../pages/ModerationPage.tsx')).ModerationPage)
const NotFoundPage = lazyPage(async () => (await import('../pages/NotFoundPage.tsx')).NotFoundPage)

/** The pages of logged-in members by their paths. */
const MEMBER_PAGES: Record<string, LazyPage> = {
  '/chats': ChatsPage,
  '/myprofile': MyProfilePage,
  '/profilelist': ProfileListPage,
  '/profile': ProfilePage,
  '/groups': GroupsPage,
  '/games': GamesPage,
  '/events': EventsPage,
  '/news': NewsPage,
  '/ads': AdsPage,
  '/movie': MoviePage,
  '/safety': SafetyPage,
  '/operations': OperationsPage,
  '/moderation': ModerationPage,
}

/** The path to which the provider of age checks sends members back. */
const AGE_PATH = '/age'

const preloadPage = (pathname: string): void => MEMBER_PAGES[pathname]?.preload()

const StartPage = () => (useSession() ? <Navigate to="/chats" replace /> : <LoginPage />)

/** Redirects to the login without a session, and to the age check if that comes first. */
function MembersOnly() {
  const session = useSession()
  return session && !session.ageCheckNeeded ? <Outlet /> : <Navigate to={session ? AGE_PATH : '/'} replace />
}

/** Wraps the page for unknown URLs, which members see inside the shell. */
function UnknownUrlArea() {
  const session = useSession()
  return session && !session.ageCheckNeeded ? <MemberArea /> : <VisitorArea />
}

export function Router() {
  useEffect(() => preloadOnIntent(preloadPage), [])
  // Undefined until the settings of the installation are loaded.
  const ageAssurance = useAppConfig((config) => config.ageAssurance)
  const isAgeCheckNeeded = useSession()?.ageCheckNeeded ?? false
  return (
    <Suspense>
      <Routes>
        <Route element={<VisitorArea />}>
          <Route index element={<StartPage />} />
          <Route path="passkey" element={<PasskeyLoginPage />} />
          <Route path="registration" element={<RegistrationPage />} />
          <Route path="registration/mail/:email" element={<RegistrationMailPage />} />
          <Route path="registration/token/:token" element={<RegistrationTokenPage />} />
          <Route path="reset-pwd" element={<ResetPage />} />
          <Route path="reset-pwd/mail/:email" element={<ResetMailPage />} />
          <Route path="reset-pwd/token/:token" element={<ResetTokenPage />} />
          <Route path="undelete/token/:token" element={<RestoreAccountPage />} />
          <Route path="email/token/:token" element={<EmailTokenPage />} />
          <Route path="email-return/token/:token" element={<EmailRevertPage />} />
          <Route path="new-device/token/:token" element={<NewDevicePage />} />
          <Route path="unsubscribe/token/:token" element={<UnsubscribePage />} />
          <Route path="statement/token/:token" element={<StatementPage />} />
          <Route path="notice" element={<NoticePage />} />
          {(ageAssurance !== null || isAgeCheckNeeded) && (
            <Route path={AGE_PATH} element={ageAssurance || isAgeCheckNeeded ? <AgePage /> : null} />
          )}
          <Route path="terms" element={<TermsPage />} />
          <Route path="about" element={<AboutPage />} />
        </Route>
        <Route element={<MembersOnly />}>
          <Route element={<MemberArea />}>
            {Object.entries(MEMBER_PAGES).map(([path, Page]) => (
              <Route key={path} path={path} element={<Page />} />
            ))}
          </Route>
        </Route>
        <Route element={<UnknownUrlArea />}>
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </Suspense>
  )
}
