import type { Id } from '@app/contract/base'
import type {
  DeviceSubscription,
  NotificationPreferences,
  NotificationSettings,
  NotifyAboutGroup,
} from '@app/contract/notifications'
import { get, post } from '../lib/http/http.ts'

export const getNotificationSettings = (): Promise<NotificationSettings> => get('push/settings')
export const postPreferences = (preferences: NotificationPreferences): Promise<NotificationSettings> =>
  post('push/settings', preferences)
export const postSubscription = (subscription: DeviceSubscription): Promise<void> =>
  post('push/subscriptions', subscription)
export const postSubscriptionRemoval = (): Promise<void> => post('push/subscriptions/remove')
export const postGroupNotifications = (groupId: Id, body: NotifyAboutGroup): Promise<void> =>
  post(`push/groups/${groupId}`, body)
