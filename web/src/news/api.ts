import type { Id } from '@app/contract/base'
import type { CommentNews, EditNews, NewsComment, NewsItem, PublishNews } from '@app/contract/news'
import { get, post } from '../lib/http/http.ts'

type Page = { before?: Id | undefined; limit: number }

const queryOf = ({ before, limit }: Page) => ({ ...(before ? { before } : {}), limit })

export const getNews = (page: Page): Promise<NewsItem[]> => get('news', queryOf(page))
export const postNews = (news: PublishNews): Promise<NewsItem> => post('news', news)
export const postEdit = (news: EditNews): Promise<NewsItem> => post('news/edit', news)
export const postDelete = (id: Id): Promise<void> => post('news/delete', { id })
export const postKiss = (id: Id): Promise<void> => post('news/kiss', { id })

export const getComments = (id: Id, page: Page): Promise<NewsComment[]> => get(`news/${id}/comments`, queryOf(page))
export const postComment = (id: Id, comment: CommentNews): Promise<NewsComment> => post(`news/${id}/comments`, comment)
export const postDeleteComment = (id: Id, cid: Id): Promise<void> => post(`news/${id}/comments/${cid}/delete`)
