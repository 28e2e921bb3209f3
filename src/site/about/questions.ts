/** Splits a section's HTML at its h3 headings into an introduction and questions (headings) with their answers, all as HTML. */
export function splitQuestions(html: string): { introduction: string; questions: { question: string; answer: string }[] } {
  const [introduction = '', ...parts] = html.split(/<h3>([\s\S]*?)<\/h3>/)
  const questions = []
  for (let i = 0; i + 1 < parts.length; i += 2) questions.push({ question: parts[i] ?? '', answer: (parts[i + 1] ?? '').trim() })
  return { introduction: introduction.trim(), questions }
}
