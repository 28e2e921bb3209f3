/** Rules for questions, which the server and the forms share. */

/** Whether a topic with this title is a question unless its author says otherwise. Accepts the question marks of other scripts, too. */
export const isQuestionTitle = (title: string): boolean => /[?？؟]$/u.test(title.trim())

interface Participant {
  id: number
  isAdmin: boolean
}

/** Whether the viewer may accept a reply as the answer: the asker and administrators may. Topics by guests have no asker. */
export const mayAcceptReply = (viewer: Participant | null, topic: { userId: number; isQuestion: boolean }): boolean =>
  viewer !== null && topic.isQuestion && (viewer.isAdmin || viewer.id === topic.userId)
