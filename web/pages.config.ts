/** The modules of the most visited member pages, by path. The first page of a member comes first. */
export const PAGES = {
  '/chats': 'pages/chats/ChatsPage.tsx',
  '/profilelist': 'pages/profiles/ProfileListPage.tsx',
  '/profile': 'pages/profiles/ProfilePage.tsx',
  '/myprofile': 'pages/profiles/MyProfilePage.tsx',
  '/groups': 'pages/GroupsPage.tsx',
  '/events': 'pages/EventsPage.tsx',
  '/movie': 'pages/MoviePage.tsx',
  '/ads': 'pages/AdsPage.tsx',
  '/news': 'pages/NewsPage.tsx',
  '/games': 'pages/GamesPage.tsx',
}
