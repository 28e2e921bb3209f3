/** Splits a section's HTML at its h3 headings. Returns the HTML before the first, and the HTML of each question with its answer. */
export function splitQuestions(html: string): { before: string; questions: { question: string; answer: string }[] } {
  const [before = '', ...parts] = html.split(/<h3>([\s\S]*?)<\/h3>/)
  const questions = []
  for (let i = 0; i + 1 < parts.length; i += 2) questions.push({ question: parts[i] ?? '', answer: (parts[i + 1] ?? '').trim() })
  return { before: before.trim(), questions }
}
