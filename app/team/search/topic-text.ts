import type { TopicKind } from '#domain/discovery/contract.ts'

export const topicKindTexts: Record<TopicKind, string> = {
  subject: 'Subject',
  language: 'Language',
  ignored: 'Ignored words',
}
