import { lazy, Suspense } from 'react'
import { Navigate, Outlet, Route, Routes } from 'react-router-dom'
import { useSession } from '../lib/session.ts'
import { LoginPage } from '../pages/LoginPage.tsx'
import { VisitorArea } from './VisitorArea.tsx'

const MemberArea = lazy(async () => ({ default: (await import('./MemberArea.tsx')).MemberArea }))
const ChatsPage = lazy(async () => ({ default: (await import('../pages/ChatsPage.tsx')).ChatsPage }))
const MyProfilePage = lazy(async () => ({ default: (await import('../pages/MyProfilePage.tsx')).MyProfilePage }))
const ProfilePage = lazy(async () => ({ default: (await import('../pages/ProfilePage.tsx')).ProfilePage }))
const ProfileListPage = lazy(async () => ({ default: (await import('../pages/ProfileListPage.tsx')).ProfileListPage }))
const AdsPage = lazy(async () => ({ default: (await import('../pages/AdsPage.tsx')).AdsPage }))
const NewsPage = lazy(async () => ({ default: (await import('../pages/NewsPage.tsx')).NewsPage }))
const EventsPage = lazy(async () => ({ default: (await import('../pages/EventsPage.tsx')).EventsPage }))
const MoviePage = lazy(async () => ({ default: (await import('../pages/MoviePage.tsx')).MoviePage }))
const GamesPage = lazy(async () => ({ default: (await import('../pages/GamesPage.tsx')).GamesPage }))
const GroupsPage = lazy(async () => ({ default: (await import('../pages/GroupsPage.tsx')).GroupsPage }))
const RegistrationPage = lazy(async () => ({
  default: (await import('../pages/RegistrationPage.tsx')).RegistrationPage,
}))
const RegistrationMailPage = lazy(async () => ({
  default: (await import('../pages/RegistrationMailPage.tsx')).RegistrationMailPage,
}))
const RegistrationTokenPage = lazy(async () => ({
  default: (await import('../pages/RegistrationTokenPage.tsx')).RegistrationTokenPage,
}))
const ResetPage = lazy(async () => ({ default: (await import('../pages/ResetPage.tsx')).ResetPage }))
const ResetMailPage = lazy(async () => ({ default: (await import('../pages/ResetMailPage.tsx')).ResetMailPage }))
const ResetTokenPage = lazy(async () => ({ default: (await import('../pages/ResetTokenPage.tsx')).ResetTokenPage }))
const UndeletePage = lazy(async () => ({ default: (await import('../pages/UndeletePage.tsx')).UndeletePage }))
const EmailTokenPage = lazy(async () => ({ default: (await import('../pages/EmailTokenPage.tsx')).EmailTokenPage }))
const EmailReturnPage = lazy(async () => ({ default: (await import('../pages/EmailReturnPage.tsx')).EmailReturnPage }))
const UnsubscribePage = lazy(async () => ({ default: (await import('../pages/UnsubscribePage.tsx')).UnsubscribePage }))
const TermsPage = lazy(async () => ({ default: (await import('../pages/TermsPage.tsx')).TermsPage }))
const AboutPage = lazy(async () => ({ default: (await import('../pages/AboutPage.tsx')).AboutPage }))
const OperationsPage = lazy(async () => ({ default: (await import('../pages/OperationsPage.tsx')).OperationsPage }))
const NotFoundPage = lazy(async () => ({ default: (await import('../pages/NotFoundPage.tsx')).NotFoundPage }))

const StartPage = () => (useSession() ? <Navigate to="/chats" replace /> : <LoginPage />)

/** Redirects to the login without a session. */
const MembersOnly = () => (useSession() ? <Outlet /> : <Navigate to="/" replace />)

/** Frames the page for unknown addresses: members see it inside the shell. */
const ElsewhereArea = () => (useSession() ? <MemberArea /> : <VisitorArea />)

export const Router = () => (
  <Suspense>
    <Routes>
      <Route element={<VisitorArea />}>
        <Route index element={<StartPage />} />
        <Route path="registration" element={<RegistrationPage />} />
        <Route path="registration/mail/:email" element={<RegistrationMailPage />} />
        <Route path="registration/token/:token" element={<RegistrationTokenPage />} />
        <Route path="reset-pwd" element={<ResetPage />} />
        <Route path="reset-pwd/mail/:email" element={<ResetMailPage />} />
        <Route path="reset-pwd/token/:token" element={<ResetTokenPage />} />
        <Route path="undelete/token/:token" element={<UndeletePage />} />
        <Route path="email/token/:token" element={<EmailTokenPage />} />
        <Route path="email-return/token/:token" element={<EmailReturnPage />} />
        <Route path="unsubscribe/token/:token" element={<UnsubscribePage />} />
        <Route path="terms" element={<TermsPage />} />
        <Route path="about" element={<AboutPage />} />
      </Route>
      <Route element={<MembersOnly />}>
        <Route element={<MemberArea />}>
          <Route path="chats" element={<ChatsPage />} />
          <Route path="myprofile" element={<MyProfilePage />} />
          <Route path="profilelist" element={<ProfileListPage />} />
          <Route path="profile" element={<ProfilePage />} />
          <Route path="groups" element={<GroupsPage />} />
          <Route path="games" element={<GamesPage />} />
          <Route path="events" element={<EventsPage />} />
          <Route path="news" element={<NewsPage />} />
          <Route path="ads" element={<AdsPage />} />
          <Route path="movie" element={<MoviePage />} />
          <Route path="operations" element={<OperationsPage />} />
        </Route>
      </Route>
      <Route element={<ElsewhereArea />}>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  </Suspense>
)
