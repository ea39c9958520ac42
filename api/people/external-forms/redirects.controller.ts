import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post, Put } from '@nestjs/common';
import type { NextRedirect, Redirect } from '../../contract/interview/redirects.js';
import { Audience } from '../../platform/http/audience.decorator.js';
import { AddRedirectDto, ChangeRedirectDto } from './redirects.dto.js';
import { RedirectsService } from './redirects.service.js';

@Controller('api')
@Audience('staff')
export class RedirectsController {
  constructor(private readonly redirects: RedirectsService) {}

  @Get('redirect/:questionNumber')
  @Audience('public')
  @Header('Cache-Control', 'no-cache')
  findNext(@Param('questionNumber') questionNumber: string): Promise<NextRedirect> {
    return this.redirects.findNext(questionNumber);
  }

  @Get('admin2/redirects')
  list(): Promise<Redirect[]> {
    return this.redirects.list();
  }

  @Post('admin2/redirects')
  add(@Body() redirect: AddRedirectDto): Promise<Redirect> {
    return this.redirects.add(redirect);
  }

  @Put('admin2/redirects/:id')
  change(@Param('id') id: string, @Body() changes: ChangeRedirectDto): Promise<Redirect> {
    return this.redirects.change(id, changes);
  }

  @Delete('admin2/redirects/:id')
  @HttpCode(204)
  remove(@Param('id') id: string): Promise<void> {
    return this.redirects.remove(id);
  }
}
