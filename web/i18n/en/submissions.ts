export const submissions = {
  title: 'submissions',
}
