import { must, unobservable } from '../clause';

export const service = {
  'service.https': unobservable(
    '1',
    'The service is reached over HTTPS.',
    'BASE_URL decides this: a run uses HTTPS if the address starts with https, and HTTP otherwise.',
  ),
  'service.json': must('1', 'The known endpoints respond with JSON.', 'does not respond with JSON'),
  'service.version-path': must('9', 'The known endpoints respond under /v1/.', 'does not respond under /v1/'),
};
